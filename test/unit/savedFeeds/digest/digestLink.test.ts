import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { savedFeedId } from "../../../../src/savedFeeds/model/savedFeed";
import { feedKeyOf, formatDigestLink, parseDigestLink } from "../../../../src/savedFeeds/digest/digestLink";

const id = savedFeedId({ kind: "user" }, "Fintech (≥ $50M)");

/** The path that VS Code makes of a link in a digest. */
function opened(link: string): ReturnType<typeof parseDigestLink> {
  return parseDigestLink(path.posix.join("/Digest", decodeURIComponent(link)));
}

describe("Links of a digest", () => {
  it("name a feed, and any event", () => {
    assert.deepEqual(opened(formatDigestLink(id)), { feedKey: feedKeyOf(id) });
    assert.deepEqual(opened(formatDigestLink(id, "evt_8f14e45f")), {
      feedKey: feedKeyOf(id),
      eventId: "evt_8f14e45f",
    });
    const ids = fc
      .string({ unit: "binary", minLength: 1, maxLength: 60 })
      .filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(ids, (eventId) => {
        const link = formatDigestLink(id, eventId);
        assert.match(link, /^[\w/.~-]+$/, "nothing that ends a link in Markdown");
        assert.deepEqual(opened(link), { feedKey: feedKeyOf(id), eventId });
      }),
    );
  });

  it("are short, and do not have the path of a workspace", () => {
    const shared = savedFeedId({ kind: "folder", uri: "file:///home/me/secret", label: "secret" }, "Exits");
    assert.match(formatDigestLink(shared, "evt_1"), /^feed\/[0-9a-f]{16}\/evt_1\.companyfeed$/);
  });

  it("are nothing else", () => {
    for (const other of [
      "/Digest/a.md",
      "/feed/xyz.companyfeed",
      "/Digest/feed/0123456789abcdef/a/b.companyfeed",
    ]) {
      assert.equal(parseDigestLink(other), undefined, other);
    }
  });
});
