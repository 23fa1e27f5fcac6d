import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { curlCommand } from "../../src/panel/curl";
import { SampleService } from "../../src/sample/sampleService";

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string, env: NodeJS.ProcessEnv): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; ${command}`;
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).trim().split("\n");
}

describe("Copy Feed Request as cURL", () => {
  const connection = {
    name: "Acme",
    baseUrl: "https://api.example.com/it's",
    origin: "https://api.example.com",
    dataset: "companydata",
    organizationId: "org-1",
    sample: false,
  };

  it("copies a shell command with one request and a variable for the key", () => {
    const command = curlCommand(
      connection,
      {
        pageSize: 40,
        fields: "full",
        since: "2026-11-14T10:00:00.000Z",
        types: ["a b", "$(id)`"],
        sector: "R&D's",
      },
      "comma",
    );
    const words = argumentsOf(command, { API_KEY: "sk_1" });
    assert.deepEqual(words.slice(0, 5), [
      "-sS",
      "-H",
      "Authorization: Bearer sk_1",
      "-H",
      "X-Organization-ID: org-1",
    ]);
    assert.equal(words.length, 6);
    const url = new URL(words[5] ?? "");
    assert.equal(url.origin, "https://api.example.com");
    assert.equal(url.searchParams.get("sector"), "R&D's");
    assert.equal(url.searchParams.get("types"), "a b,$(id)`");
    assert.ok(!command.includes("sk_1"));
  });

  it("copies a command for the sample service that works when pasted", async () => {
    const service = new SampleService();
    try {
      const request = { pageSize: 3, fields: "full", since: "2020-01-01T00:00:00.000Z" } as const;
      const target = { ...(await service.start()), dataset: "companydata" };
      const [, , header = "", url = "", ...rest] = argumentsOf(curlCommand(target, request, "comma"), {});
      assert.deepEqual(rest, []);
      const answer = await fetch(url, { headers: [header.split(": ") as [string, string]] });
      assert.equal(answer.status, 200);
      assert.equal(((await answer.json()) as { events: unknown[] }).events.length, 3);
    } finally {
      service.dispose();
    }
  });
});
