import assert from "node:assert/strict";
import { requestCode } from "../../../src/panel/requestCode";
import type { FeedRequest } from "../../../src/service/types";

const request: FeedRequest = { pageSize: 3, fields: "full", sector: "O'Neill $HOME & `id`" };
const target = { baseUrl: "https://api.example.com", dataset: "companydata", organizationId: "o'’$x" };

describe("A publication request as TypeScript", () => {
  it("doesn't declare fields that only pages of events are known to have", () => {
    const publications: FeedRequest = { ...request, source: "publications" };
    const code = requestCode("typescript", { ...target, publicationsPath: "v2/a" }, publications, "comma");
    assert.match(code, /^type FeedPage = Record<string, unknown>;$/m);
  });
});

// test/e2e/requestCode.test.ts runs the code of the other languages.
describe("A feed request as a PowerShell command", () => {
  it("quotes text for PowerShell, and takes the key from the environment", () => {
    const command = requestCode("powershell", target, request, "comma");
    const [, url = "", authorization, organization] =
      /^Invoke-RestMethod '(.*?)' -Headers @\{ Authorization = (.*?); 'X-Organization-ID' = '(.*)' \} \| ConvertTo-Json -Depth 20$/.exec(
        command,
      ) ?? assert.fail(command);
    assert.equal(authorization, '"Bearer $env:API_KEY"');
    assert.equal(organization, "o''’’$x");
    assert.equal(new URL(url.replaceAll("''", "'")).searchParams.get("sector"), request.sector);
    assert.ok(!/(?<!')'(?!')/.test(url), "no quote ends the URL");
  });

  it("contains the sample service's key, which isn't secret", () => {
    const command = requestCode("powershell", { ...target, key: "sk_1'" }, request, "comma");
    assert.ok(command.includes("Authorization = 'Bearer sk_1'''"), command);
  });
});
