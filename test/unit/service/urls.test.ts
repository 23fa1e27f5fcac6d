import assert from "node:assert/strict";
import fc from "fast-check";
import { checkBaseUrl, datasetUrl, feedUrl, serviceUrl } from "../../../src/service/urls";
import { ApiError } from "../../../src/service/errors";
import { newest } from "./fixture";

const target = { baseUrl: "https://api.example.com", dataset: "companydata" };

describe("checkBaseUrl", () => {
  const accepted: [string, string][] = [
    ["https://api.example.com", "https://api.example.com"],
    ["  https://api.example.com/  ", "https://api.example.com"],
    ["HTTPS://API.Example.COM:443/", "https://api.example.com"],
    ["https://api.example.com/tenant/a/", "https://api.example.com/tenant/a"],
    ["https://api.example.com/v2", "https://api.example.com"],
    ["https://api.example.com/tenant/v2/", "https://api.example.com/tenant"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://127.9.8.7:1/", "http://127.9.8.7:1"],
    ["http://[::1]:8080/x", "http://[::1]:8080/x"],
  ];
  for (const [typed, baseUrl] of accepted) {
    it(`accepts ${typed.trim()}`, () => {
      const { origin } = new URL(baseUrl);
      assert.deepEqual(checkBaseUrl(typed), { baseUrl, origin });
    });
  }

  const refused = [
    "",
    "api.example.com",
    "ftp://api.example.com",
    "https:api.example.com",
    "https://api example.com",
    "https://api.exa\nmple.com",
    "https:\\\\api.example.com",
    "https://api.example.com\\@evil.example",
    "https://user:secret@api.example.com",
    "https://api.example.com/?a=b",
    "https://api.example.com/#x",
    "https://api.example.com:99999",
    "http://api.example.com",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://192.168.0.7",
  ];
  for (const typed of refused) {
    it(`rejects ${JSON.stringify(typed)} with a sentence`, () => {
      const check = checkBaseUrl(typed);
      assert.ok(typeof check === "string");
      assert.match(check, /^[A-Z].*\.$/);
    });
  }
});

describe("Request URLs", () => {
  it("follow the documentation", () => {
    assert.equal(
      serviceUrl(target, ["collections"], { limit: 100, offset: 200 }).href,
      "https://api.example.com/v2/collections?limit=100&offset=200",
    );
    assert.equal(
      feedUrl(target, newest, "comma").href,
      "https://api.example.com/v2/datasets/companydata/feed?page_size=40&fields=full",
    );
  });

  it("contain every filter", () => {
    const request = {
      ...newest,
      since: "2026-11-14T00:00:00Z",
      until: "2026-11-21T00:00:00Z",
      cursor: "abc",
      types: ["funding", "product launch", "", "a,b"],
      sector: "R&D + Bio",
      minAmount: 1e21,
    };
    const query = (format: "comma" | "repeat") => feedUrl(target, request, format).search;
    assert.equal(
      query("comma"),
      "?since=2026-11-14T00:00:00Z&until=2026-11-21T00:00:00Z&cursor=abc&page_size=40&fields=full" +
        "&types=funding,product%20launch,a%2Cb&sector=R%26D%20%2B%20Bio&min_amount=1e%2B21",
    );
    assert.deepEqual(new URLSearchParams(query("repeat")).getAll("types"), [
      "funding",
      "product launch",
      "a,b",
    ]);
  });

  it("leave out empty values and numbers that are not finite", () => {
    const request = { ...newest, types: ["", ""], sector: "", cursor: "", minAmount: NaN };
    assert.equal(feedUrl(target, request, "comma").search, "?page_size=40&fields=full");
    assert.equal(
      feedUrl(target, { ...newest, minAmount: 0 }, "repeat").search,
      "?page_size=40&fields=full&min_amount=0",
    );
  });

  it("encode any cursor and sector, without characters that end shell quotes", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.string({ unit: "binary" }),
        (cursor, sector) => {
          const { search: query } = feedUrl(target, { ...newest, cursor, sector }, "comma");
          const parameters = new URLSearchParams(query);
          assert.equal(parameters.get("cursor"), cursor);
          assert.equal(parameters.get("sector") ?? "", sector);
          assert.match(query, /^[\w?&=%.:,~-]*$/);
        },
      ),
    );
  });

  it("encode the dataset as one path segment", () => {
    const path = (dataset: string) => feedUrl({ ...target, dataset }, newest, "comma").pathname;
    assert.equal(path("a/../b?c#d"), "/v2/datasets/a%2F..%2Fb%3Fc%23d/feed");
    for (const dataset of ["", ".", ".."]) {
      assert.throws(() => path(dataset), ApiError);
    }
  });

  it("encode names and IDs as one path segment", () => {
    const urls = [
      (name: string) => datasetUrl(target, ["events", name]),
      (name: string) => serviceUrl(target, ["collections", name, "documents"]),
    ];
    for (const urlOf of urls) {
      const segments = urlOf("x").pathname.split("/");
      const at = segments.indexOf("x");
      fc.assert(
        fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
          fc.pre(name !== "." && name !== ".." && name.isWellFormed());
          const found = urlOf(name).pathname.split("/");
          assert.equal(decodeURIComponent(found[at] ?? ""), name);
          assert.deepEqual(found.with(at, "x"), segments);
        }),
      );
      for (const name of ["", ".", "..", "a\ud800"]) {
        const isRefused = (error: unknown) =>
          error instanceof ApiError && error.kind === "invalidName" && error.message.isWellFormed();
        assert.throws(() => urlOf(name), isRefused, JSON.stringify(name));
      }
    }
  });
});
