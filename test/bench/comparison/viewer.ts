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
