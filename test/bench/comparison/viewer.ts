import type { Browser, Page } from "playwright-core";

export const viewerNames = ["feed panel", "AG Grid", "Perspective"] as const;
export type ViewerName = (typeof viewerNames)[number];

/** What of a viewer's page is looked at. */
export interface Shape {
  /** The list: selectors, each to be found in the shadow root, if any, of the one before. */
  readonly list: readonly string[];
  /** A row in the list. */
  readonly row: string;
  /** What the page shows when all events are loaded: selector and text. Without it, the page sets `allLoaded`. */
  readonly loaded?: { readonly selector: string; readonly text: string };
}

/** A viewer in a browser of its own, whose page loads all events as soon as it is open. */
export interface Viewer {
  readonly shape: Shape;
  readonly browser: Browser;
  /** @param prepare is called before the navigation */
  open(prepare: (page: Page) => Promise<void>): Promise<Page>;
  /** Resolves when nothing goes on in the background any longer. */
  idle(): Promise<void>;
  /** Runs in the page: shows only the events with a text. */
  readonly search: (text: string) => unknown;
  stop(): Promise<void>;
}

export const viewport = { width: 1200, height: 700 };

/** Pages and their workers can collect garbage on request. */
export const launchOptions = { args: ["--js-flags=--expose-gc"] };

/** One look at a viewer, by `viewerRun.main.ts`. */
export interface ViewerRunOptions {
  readonly viewer: ViewerName;
  readonly baseUrl: string;
  readonly events: number;
  /** Title of the newest event. */
  readonly title: string;
  /** A text that the newest event does not have, and the title of the newest one that has it. */
  readonly search: { readonly text: string; readonly title: string };
}

/** By the end of the row's name: what is measured, and its unit. */
export const measures = {
  "first row": ["from the navigation to the newest event painted", "ms"],
  "all loaded": ["from the navigation until all events are loaded, and the page shows it", "ms"],
  search: ["from the input of a text to the first match painted as the first row", "ms"],
  "scroll, frame": [
    "95th percentile of the time between frames while the wheel turns through 8,000 rows",
    "ms",
  ],
  "scroll, longest frame": ["the longest of them", "ms"],
  "scroll, settled": ["from the last turn of the wheel to the last change of the list", "ms"],
  memory: [
    "private memory of the browser's processes and what the extension host's side holds, after loading and a collection, over a blank page",
    "MiB",
  ],
  "nodes per row": ["elements and texts in the list's rows, for each row", "nodes"],
  "nodes in the page": ["all elements and texts after loading", "nodes"],
  code: ["scripts, WebAssembly, styles and fonts that the page has loaded, not compressed", "kB"],
} as const satisfies Readonly<Record<string, readonly [measures: string, unit: string]>>;

export type Measure = keyof typeof measures;

/** Memory is missing where the system does not tell. */
export type ViewerCost = Partial<Record<Measure, number>>;
