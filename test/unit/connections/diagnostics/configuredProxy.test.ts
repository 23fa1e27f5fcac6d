import assert from "node:assert/strict";
import { configuredProxy, type ProxySettings } from "../../../../src/connections/diagnostics/configuredProxy";

const none: ProxySettings = { proxy: undefined, noProxy: undefined, environment: {} };
const service = { protocol: "https:", host: "api.example.com" };

describe("configuredProxy", () => {
  const cases: [string, Partial<ProxySettings>, string | undefined][] = [
    ["is undefined without any setting", {}, undefined],
    ["is undefined for an empty setting", { proxy: "" }, undefined],
    ["is undefined for a setting of spaces", { proxy: "  " }, undefined],
    [
      "is the setting, without its credentials",
      { proxy: "http://me:secret@proxy.corp:8080" },
      "proxy.corp:8080",
    ],
    [
      "is the setting rather than the environment",
      { proxy: "http://a:1", environment: { HTTPS_PROXY: "http://b:2" } },
      "a:1",
    ],
    [
      "is HTTPS_PROXY rather than HTTP_PROXY",
      { environment: { HTTPS_PROXY: "http://b:2", HTTP_PROXY: "http://c:3" } },
      "b:2",
    ],
    ["is https_proxy", { environment: { https_proxy: "http://b:2" } }, "b:2"],
    ["is HTTP_PROXY for https, too", { environment: { HTTP_PROXY: "http://c:3" } }, "c:3"],
    ["is undefined for an exempt host", { proxy: "http://a:1", noProxy: ["api.example.com"] }, undefined],
    [
      "is undefined for a subdomain of an exempt host",
      { proxy: "http://a:1", noProxy: ["example.com"] },
      undefined,
    ],
    [
      "is undefined for an exempt host with a leading dot",
      { proxy: "http://a:1", noProxy: [".example.com"] },
      undefined,
    ],
    [
      "is undefined for an exempt host and port",
      { proxy: "http://a:1", noProxy: ["example.com:443"] },
      undefined,
    ],
    ["is the proxy if another port is exempt", { proxy: "http://a:1", noProxy: ["example.com:8443"] }, "a:1"],
    [
      "is the proxy if an exempt name is only part of a label",
      { proxy: "http://a:1", noProxy: ["ple.com"] },
      "a:1",
    ],
    [
      "is undefined if every host is exempt",
      { proxy: "http://a:1", environment: { NO_PROXY: "*" } },
      undefined,
    ],
    [
      "is undefined for a subdomain of an exempt host with a star, in capitals and with spaces",
      { proxy: "http://a:1", noProxy: [" *.Example.com "] },
      undefined,
    ],
    [
      "is undefined for a host in NO_PROXY if the setting exempts none",
      { proxy: "http://a:1", noProxy: [], environment: { NO_PROXY: "example.com" } },
      undefined,
    ],
    [
      "is undefined for a host in no_proxy",
      { proxy: "http://a:1", environment: { no_proxy: "x.test, example.com" } },
      undefined,
    ],
  ];
  for (const [title, settings, expected] of cases) {
    it(title, () => assert.equal(configuredProxy(service, { ...none, ...settings }), expected));
  }

  it("takes 80 for the port of a service without TLS, which HTTPS_PROXY is not for", () => {
    const local = { protocol: "http:", host: "localhost" };
    const proxyOf = (settings: Partial<ProxySettings>) => configuredProxy(local, { ...none, ...settings });
    assert.equal(proxyOf({ proxy: "http://a:1", noProxy: ["localhost:80"] }), undefined);
    assert.equal(proxyOf({ proxy: "http://a:1", noProxy: ["localhost:443"] }), "a:1");
    assert.equal(proxyOf({ environment: { HTTPS_PROXY: "http://b:2" } }), undefined);
    assert.equal(proxyOf({ environment: { HTTP_PROXY: "http://c:3" } }), "c:3");
  });

  it("compares the port of the service, if it has one", () => {
    const other = { protocol: "https:", host: "api.example.com:8443" };
    const proxyOf = (noProxy: string[]) => configuredProxy(other, { ...none, proxy: "http://a:1", noProxy });
    assert.equal(proxyOf(["example.com:8443"]), undefined);
    assert.equal(proxyOf(["example.com:443"]), "a:1");
  });

  it("does not repeat an invalid URL", () => {
    assert.doesNotMatch(configuredProxy(service, { ...none, proxy: "me:secret" }) ?? "", /secret/);
  });
});
