import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ToolName } from "../../../src/agent/tools/toolNames";
import { commands, extensionId, settings } from "../../../src/ids";
import { dayMs } from "../../../src/shared/instant";
import { type PeriodName, questions, type Scene } from "../../support/agent/answeredQuestions";
import { nameOf, type OracleWindow, SampleOracle } from "../../support/agent/sampleOracle";
import { sampleEvents } from "../../support/services/sampleEvents";

/** Answers are taken from earlier ones for two minutes. */
const maxAgeMs = 120_000;
/** How much later than asked a question is read, at most. */
const maxDelayMs = 100_000;

describe("Questions that agents of VS Code ask, with the sample data as it is now", () => {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    await vscode.commands.executeCommand(commands.connectSample, { openFeed: false });
  });

  after(async () => {
    await configure(undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  async function configure(savedFeeds: unknown): Promise<void> {
    await vscode.workspace
      .getConfiguration(settings.section)
      .update("savedFeeds", savedFeeds, vscode.ConfigurationTarget.Global);
  }

  /** Each call is made once, however often its answer is looked at. */
  function callsOnce(): Scene["call"] {
    const answers = new Map<string, Promise<string>>();
    return (name, input) => {
      const key = JSON.stringify([name, input]);
      const answer = answers.get(key) ?? call(name, input);
      answers.set(key, answer);
      return answer;
    };
  }

  async function call(name: ToolName, input: object): Promise<string> {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return content
      .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "?"))
      .join("\n");
  }

  /** What is right as of an instant. */
  function sceneAt(nowMs: number, savedFeed: Scene["savedFeed"], calls: Scene["call"]): Scene {
    const assertWindow = (stated: string, { since, until }: OracleWindow): void => {
      const [, from = "", to = "", zone = ""] = /^(\S+) to (\S+) \((.*)\)$/.exec(stated) ?? [];
      assert.equal(zone, timeZone);
      for (const [edge, expected] of [
        [from, since],
        [to, until],
      ] as const) {
        const laterMs = Date.parse(edge) - Date.parse(expected);
        assert.ok(
          laterMs > -maxAgeMs - maxDelayMs && laterMs < maxAgeMs + maxDelayMs,
          `${edge}: ${expected}`,
        );
      }
    };
    return {
      oracle: new SampleOracle(nowMs),
      timeZone,
      windows: windowsAt(nowMs),
      longest: "30d",
      assertWindow,
      savedFeed,
      call: calls,
    };
  }

  async function savedFeedAt(nowMs: number): Promise<Scene["savedFeed"]> {
    const oracle = new SampleOracle(nowMs);
    const companies = oracle
      .events(windowsAt(nowMs).last_week, { type: "partnership" })
      .slice(0, 30)
      .map(nameOf);
    const name = "Partners";
    await configure([{ name, companies, mute: ["launches"] }]);
    return { name, filter: { companies: new Set(companies), mute: /\blaunches\b/i } };
  }

  // The one that reads most comes first: others are answered from the same events.
  for (const question of questions.toSorted(
    (a, b) => Number(b.question.includes("{company}")) - Number(a.question.includes("{company}")),
  )) {
    it(question.question, async () => {
      const askedMs = Date.now();
      const savedFeed = await savedFeedAt(askedMs);
      const calls = callsOnce();
      const judge = (nowMs: number): Promise<void> => question.ask(sceneAt(nowMs, savedFeed, calls));
      try {
        await judge(askedMs);
      } catch (error) {
        // The answers, once given, may be those of another instant: but only where events came or went in between.
        const instants = changesOfSample(askedMs - maxAgeMs, Date.now());
        await Promise.any(instants.map(judge)).catch(() => {
          throw error;
        });
      }
    });
  }
});

/** For each state that the questions' events had in a time, an instant; none if it was always the same. */
function changesOfSample(sinceMs: number, untilMs: number): number[] {
  const stateAt = (ms: number): string =>
    JSON.stringify([
      windowsAt(ms).yesterday,
      sampleEvents(ms - 2 * dayMs, ms, ms),
      sampleEvents(ms - 30 * dayMs, ms - 30 * dayMs + maxAgeMs, ms),
    ]);
  const instants: number[] = [];
  for (let ms = sinceMs; ms < untilMs; ms += 1000) {
    instants.push(ms);
  }
  const states = [...instants, untilMs].map((ms) => ({ ms, state: stateAt(ms) }));
  const changes = states.filter(({ state }, n) => state !== states[n - 1]?.state);
  return changes.length === 1 ? [] : changes.map(({ ms }) => ms);
}

/** By the calendar of this process. */
function windowsAt(nowMs: number): Readonly<Record<PeriodName, OracleWindow>> {
  const now = new Date(nowMs);
  const midnight = (days: number): string =>
    localIso(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  const monday = -((now.getDay() + 6) % 7);
  const first = (month: number): string => localIso(new Date(now.getFullYear(), month, 1));
  const until = localIso(now);
  const back = (days: number): string => localIso(new Date(nowMs - days * dayMs));
  return {
    yesterday: { since: midnight(-1), until: midnight(0) },
    this_week: { since: midnight(monday), until },
    last_week: { since: midnight(monday - 7), until: midnight(monday) },
    this_month: { since: first(now.getMonth()), until },
    "30d": { since: back(30), until },
    "90d": { since: back(90), until },
  };
}

/** With the offset of this process. */
function localIso(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const shifted = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(offset);
  const part = (minutes: number): string => String(minutes).padStart(2, "0");
  return `${shifted}${offset < 0 ? "-" : "+"}${part(Math.floor(size / 60))}:${part(size % 60)}`;
}
