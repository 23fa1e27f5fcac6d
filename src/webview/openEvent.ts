import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { EventPlace } from "../shared/pageState";
import type { CompanyEvents, EventDetails } from "../shared/protocol";
import type { DetailsNote } from "./detailsPane";

/** The selected event and, while its details are open, what the host tells of it. */
export class OpenEvent implements ReactiveController {
  private place: EventPlace | undefined;
  private opened = false;
  /** Details on screen; while those of another event are on their way, still the ones before. */
  details: EventDetails | undefined;
  note: DetailsNote | undefined;
  /** The loaded events of its company. */
  company: CompanyEvents | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly ask: (id: string) => Promise<EventDetails | null>,
    private readonly askCompany: (id: string) => Promise<CompanyEvents | null>,
  ) {
    host.addController(this);
  }

  get selected(): EventPlace | undefined {
    return this.place;
  }

  get isOpen(): boolean {
    return this.opened;
  }

  hostConnected(): void {
    // Nothing to do: the person or the host begins.
  }

  restore(place: EventPlace | undefined, isOpen: boolean): void {
    this.place = place;
    this.opened = isOpen && place !== undefined;
  }

  select(place: EventPlace): void {
    this.place = place;
    void this.read();
  }

  open(): void {
    if (!this.opened) {
      this.opened = true;
      this.host.requestUpdate();
      void this.read();
    }
  }

  close(): void {
    this.opened = false;
    this.details = this.company = undefined;
    this.host.requestUpdate();
  }

  /** Reads the details anew: another event was selected, or rows have changed. */
  async read(): Promise<void> {
    const { place } = this;
    if (!this.opened || !place) {
      return;
    }
    const [details, company] = await Promise.all([
      this.ask(place.id).catch(() => undefined),
      this.askCompany(place.id).catch(() => undefined),
    ]);
    if (!this.isCurrent(place)) {
      return;
    }
    this.note = details === undefined ? "failed" : details === null ? "gone" : undefined;
    // What is gone from the feed can still be read on; another event's details cannot stand for it.
    if (details || this.details?.event.id !== place.id) {
      this.details = details ?? undefined;
      this.company = company ?? undefined;
    }
    this.host.requestUpdate();
  }

  /** Asked after every wait. */
  private isCurrent(place: EventPlace): boolean {
    return this.opened && this.place === place;
  }
}
