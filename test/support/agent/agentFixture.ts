import type { AgentConnection, ToolHost } from "../../../src/agent/tools/toolCallContext";
import { callTool, type ToolAnswer } from "../../../src/agent/tools/tools";
import type { ToolName } from "../../../src/ids";
import { type SavedFeed, type SavedFeedEntry, savedFeedId } from "../../../src/savedFeeds/model/savedFeed";
import type { ServiceClient } from "../../../src/service/client";
import { FakeClock } from "../fakes/fakeClock";

/** Calls agents' tools with a host that the test controls and a real client. */
export class AgentFixture implements ToolHost {
  readonly uriScheme = "vscode";
  saved: readonly Omit<SavedFeed, "alert">[] = [];
  /** Arguments of the calls of `openFeed`. */
  readonly opened: Parameters<AgentConnection["openFeed"]>[] = [];

  constructor(
    private readonly client: ServiceClient | undefined,
    readonly clock = new FakeClock(),
  ) {}

  call(name: ToolName, input: unknown = {}, signal = new AbortController().signal): Promise<ToolAnswer> {
    return callTool(name, input, this, signal);
  }

  async search(input: object): Promise<Listed> {
    return listed(await this.call("companyfeed_search_events", input));
  }

  async summarize(input: object): Promise<Listed> {
    return listed(await this.call("companyfeed_summarize_events", input));
  }

  now(): number {
    return this.clock.now();
  }

  connection(): AgentConnection | undefined {
    return (
      this.client && {
        name: "Acme",
        client: this.client,
        openFeed: (...feed) => {
          this.opened.push(feed);
          return Promise.resolve();
        },
      }
    );
  }

  savedFeeds(): Promise<readonly SavedFeedEntry[]> {
    const source = { kind: "user" } as const;
    const entries = this.saved.map((feed): SavedFeedEntry => {
      return { id: savedFeedId(source, feed.name), source, feed: { ...feed, alert: "badge" } };
    });
    return Promise.resolve(entries);
  }
}

/** A parsed answer. */
export interface Listed {
  readonly text: string;
  readonly isError: boolean;
  readonly firstLine: string;
  /** Cells of the code block, by line. */
  readonly rows: readonly (readonly string[])[];
  readonly ids: readonly string[];
  /** Value of `until` with which an agent can continue. */
  readonly until: string | undefined;
}

export function listed({ text, isError }: ToolAnswer): Listed {
  const lines = text.split("\n");
  const [start, end] = [lines.indexOf("```tsv"), lines.lastIndexOf("```")];
  const rows = start < 0 ? [] : lines.slice(start + 1, end).map((line) => line.split("\t"));
  const firstLine = lines[0] ?? "";
  return {
    text,
    isError: isError === true,
    firstLine,
    rows,
    ids: rows.flatMap(([id = ""]) => (/^"?evt_/.test(id) ? [id] : [])),
    until: /until=(\S+)/.exec(firstLine)?.[1],
  };
}
