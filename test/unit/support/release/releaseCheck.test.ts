import assert from "node:assert/strict";
import { checkRepository, checkTag, releaseNotes } from "../../../support/release/releaseCheck";

const changelog = `# Changelog

## Unreleased

- Not yet.

## 1.2.0 - 2026-03-01

### Added

- New.

## 1.1.0 - 2026-02-01

## 1.0.0

- Old.
`;

describe("A release", () => {
  it("needs a tag that matches its version, and a date and entries in the changelog", () => {
    checkTag("v1.2.0", "1.2.0", changelog);
    assert.throws(
      () => checkTag("v1.2.0", "1.1.9", changelog),
      new Error("The tag is v1.2.0, but the version in package.json is 1.1.9."),
    );
    assert.throws(() => checkTag("1.2.0", "1.2.0", changelog), /^Error: The tag is 1\.2\.0/);
    assert.throws(() => checkTag("v1.3.0", "1.3.0", changelog), /no heading for 1\.3\.0/);
    assert.throws(() => checkTag("v1.1.0", "1.1.0", changelog), /lists nothing below 1\.1\.0/);
    assert.throws(() => checkTag("v1.0.0", "1.0.0", changelog), /no date beside 1\.0\.0/);
  });

  it("needs the repository in package.json, to which relative links are resolved", () => {
    assert.throws(() => checkRepository({}), /Set "repository" in package\.json/);
    checkRepository({ repository: "https://example.com/owner/name" });
  });

  it("uses the changelog entries of its version as release notes", () => {
    assert.equal(releaseNotes(changelog, "1.2.0"), "### Added\n\n- New.\n");
    assert.equal(releaseNotes(changelog, "1.0.0"), "- Old.\n");
    assert.throws(() => releaseNotes(changelog, "1.2"), /no heading for 1\.2\./);
  });
});
