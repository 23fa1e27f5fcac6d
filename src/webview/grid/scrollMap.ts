/**
 * Maps the scroll bar of an element to content that may be taller than an element can be. Browsers are limited to some 33 million
 * pixels (in some cases half of that, and less when zoomed): beyond `maxHeight` the content is taller than the element.
 *
 * Near both ends a pixel of the scroll bar is a pixel of the content; in between the scroll bar is stretched. Small movements
 * (wheel, touch) move the content by as much everywhere, large ones (dragging the bar) go to the position that the bar shows.
 */
export class ScrollMap {
  /** Pixels of the content above the viewport. */
  offset = 0;
  /** The element's `scrollTop` at that offset, as last seen or still to be set. */
  scrollTop = 0;
  /** `scrollTop` has to be set on the element; cleared by `didSetScrollTop`. */
  mustSetScrollTop = false;
  private contentHeight = 0;
  private extraHeight = 0;
  private viewportHeight = 0;

  constructor(private readonly maxHeight = 10_000_000) {}

  /** Pixels that the element reserves for the content. */
  get height(): number {
    return Math.min(this.contentHeight, this.maxHeight);
  }

  get maxOffset(): number {
    return Math.max(0, this.contentHeight + this.extraHeight - this.viewportHeight);
  }

  private get maxScrollTop(): number {
    return Math.max(0, this.height + this.extraHeight - this.viewportHeight);
  }

  private get isStretched(): boolean {
    return this.contentHeight > this.maxHeight;
  }

  /** How far from each end the scroll bar is not stretched. */
  private get band(): number {
    return this.maxScrollTop / 4;
  }

  /** Keeps the offset if possible. `extraHeight`: height of anything else that scrolls with the content. All in pixels. */
  resize(contentHeight: number, extraHeight: number, viewportHeight: number): void {
    if (
      contentHeight !== this.contentHeight ||
      extraHeight !== this.extraHeight ||
      viewportHeight !== this.viewportHeight
    ) {
      this.contentHeight = contentHeight;
      this.extraHeight = extraHeight;
      this.viewportHeight = viewportHeight;
      this.scrollTo(this.offset);
    }
  }

  scrollTo(offset: number): void {
    this.offset = clamp(offset, this.maxOffset);
    const scrollTop = this.toScrollTop(this.offset);
    this.mustSetScrollTop ||= scrollTop !== this.scrollTop;
    this.scrollTop = scrollTop;
  }

  /** The element was scrolled. */
  didScroll(scrollTop: number): void {
    const delta = scrollTop - this.scrollTop;
    this.scrollTop = scrollTop;
    if (!this.isStretched) {
      this.offset = clamp(scrollTop, this.maxOffset);
    } else if (scrollTop <= 0) {
      this.offset = 0;
    } else if (scrollTop >= this.maxScrollTop - 1) {
      this.offset = this.maxOffset;
    } else if (Math.abs(delta) <= Math.max(this.viewportHeight, 1000)) {
      this.offset = clamp(this.offset + delta, this.maxOffset);
    } else {
      this.offset = this.toOffset(scrollTop);
    }
  }

  /** `scrollTop` was set, and this is where the browser put it: it may round it, or stop at the end. */
  didSetScrollTop(scrollTop: number): void {
    this.mustSetScrollTop = false;
    this.scrollTop = scrollTop;
    if (!this.isStretched) {
      this.offset = clamp(scrollTop, this.maxOffset);
    }
  }

  /** After a scroll: moves the bar to where it shows the offset again, while the content stays where it is. */
  realign(): void {
    this.scrollTo(this.offset);
  }

  private toScrollTop(offset: number): number {
    const { band, maxOffset, maxScrollTop } = this;
    if (!this.isStretched || offset <= band) {
      return offset;
    }
    if (offset >= maxOffset - band) {
      return maxScrollTop - (maxOffset - offset);
    }
    return band + ((offset - band) * (maxScrollTop - 2 * band)) / (maxOffset - 2 * band);
  }

  private toOffset(scrollTop: number): number {
    const { band, maxOffset, maxScrollTop } = this;
    if (scrollTop <= band) {
      return scrollTop;
    }
    if (scrollTop >= maxScrollTop - band) {
      return maxOffset - (maxScrollTop - scrollTop);
    }
    return band + ((scrollTop - band) * (maxOffset - 2 * band)) / (maxScrollTop - 2 * band);
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
