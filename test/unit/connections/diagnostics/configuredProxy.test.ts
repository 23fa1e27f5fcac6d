import assert from "node:assert/strict";
import { configuredProxy, type ProxySettings } from "../../../../src/connections/diagnostics/configuredProxy";

const none: ProxySettings = { proxy: undefined, noProxy: undefined, environment: {} };
const service = { protocol: "https:", host: "api.example.com" };

describe("the proxy that is named for an address", () => {
  const cases: [string, Partial<ProxySettings>, string | undefined][] = [
    ["none", {}, undefined],
    ["an empty setting", { proxy: "" }, undefined],
    [
      "the setting, without its credentials",
      { proxy: "http://me:secret@proxy.corp:8080" },
      "proxy.corp:8080",
    ],
    [
      "the setting before the environment",
      { proxy: "http://a:1", environment: { HTTPS_PROXY: "http://b:2" } },
      "a:1",
    ],
    ["HTTPS_PROXY", { environment: { HTTPS_PROXY: "http://b:2", HTTP_PROXY: "http://c:3" } }, "b:2"],
    ["https_proxy", { environment: { https_proxy: "http://b:2" } }, "b:2"],
    ["HTTP_PROXY for https too", { environment: { HTTP_PROXY: "http://c:3" } }, "c:3"],
    ["none for an exempt name", { proxy: "http://a:1", noProxy: ["api.example.com"] }, undefined],
    ["none for what ends in an exempt name", { proxy: "http://a:1", noProxy: ["example.com"] }, undefined],
    ["none for a name exempt with a dot", { proxy: "http://a:1", noProxy: [".example.com"] }, undefined],
    [
      "none for a name exempt with its port",
      { proxy: "http://a:1", noProxy: ["example.com:443"] },
      undefined,
    ],
    ["the proxy where another port is exempt", { proxy: "http://a:1", noProxy: ["example.com:8443"] }, "a:1"],
    ["the proxy where a name only ends alike", { proxy: "http://a:1", noProxy: ["ple.com"] }, "a:1"],
    ["none where all is exempt", { proxy: "http://a:1", environment: { NO_PROXY: "*" } }, undefined],
    [
      "none for NO_PROXY",
      { proxy: "http://a:1", environment: { no_proxy: "x.test, example.com" } },
      undefined,
    ],
  ];
  for (const [name, sources, expected] of cases) {
    it(name, () => assert.equal(configuredProxy(service, { ...none, ...sources }), expected));
  }

  it("tells nothing of an address that cannot be read", () => {
    assert.doesNotMatch(configuredProxy(service, { ...none, proxy: "me:secret" }) ?? "", /secret/);
  });
});
