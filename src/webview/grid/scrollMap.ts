/**
 * Maps the scroll bar of an element to a list that may be taller than an element can be. Browsers end at some 33 million
 * pixels (half of that in places, and less when zoomed): beyond `maxHeight` the list is longer than the element.
 *
 * Near both ends a pixel of the scroll bar is a pixel of the list; in between the scroll bar is stretched. Small movements
 * (wheel, touch) move the list by as much everywhere, large ones (the bar dragged) go to the place that the bar shows.
 */
export class ScrollMap {
  /** First pixel of the list on screen. */
  offset = 0;
  /** The scroll position that stands for it, as last seen or wanted. */
  top = 0;
  /** The scroll position is to be set to `top`; `landed` tells that it was. */
  moved = false;
  private length = 0;
  private extra = 0;
  private viewport = 0;

  constructor(private readonly maxHeight = 10_000_000) {}

  /** Height that the element gets for the list. */
  get height(): number {
    return Math.min(this.length, this.maxHeight);
  }

  get maxOffset(): number {
    return Math.max(0, this.length + this.extra - this.viewport);
  }

  private get maxTop(): number {
    return Math.max(0, this.height + this.extra - this.viewport);
  }

  /** How far from each end the scroll bar is not stretched. */
  private get band(): number {
    return this.maxTop / 4;
  }

  /**
   * Tells the sizes in pixels: of the list, of what else scrolls with it, of the visible part. The offset stays where that is
   * possible.
   */
  resize(length: number, extra: number, viewport: number): void {
    if (length !== this.length || extra !== this.extra || viewport !== this.viewport) {
      this.length = length;
      this.extra = extra;
      this.viewport = viewport;
      this.moveTo(this.offset);
    }
  }

  /** Goes to an offset of the list. */
  moveTo(offset: number): void {
    this.offset = clamp(offset, this.maxOffset);
    const top = this.toTop(this.offset);
    this.moved ||= top !== this.top;
    this.top = top;
  }

  /** The element was scrolled to `top`. */
  scrolled(top: number): void {
    const moved = top - this.top;
    this.top = top;
    if (this.length <= this.maxHeight) {
      this.offset = clamp(top, this.maxOffset);
    } else if (top <= 0) {
      this.offset = 0;
    } else if (top >= this.maxTop - 1) {
      this.offset = this.maxOffset;
    } else if (Math.abs(moved) <= Math.max(this.viewport, 1000)) {
      this.offset = clamp(this.offset + moved, this.maxOffset);
    } else {
      this.offset = this.toOffset(top);
    }
  }

  /** Where the browser put the scroll position that was set: it may round it, or stop at the end. */
  landed(top: number): void {
    this.moved = false;
    this.top = top;
    if (this.length <= this.maxHeight) {
      this.offset = clamp(top, this.maxOffset);
    }
  }

  /** After a movement ended: goes to the scroll position at which the bar shows the place again; the list stays where it is. */
  settle(): void {
    this.moveTo(this.offset);
  }

  private toTop(offset: number): number {
    const { band, maxOffset, maxTop } = this;
    if (this.length <= this.maxHeight || offset <= band) {
      return offset;
    }
    if (offset >= maxOffset - band) {
      return maxTop - (maxOffset - offset);
    }
    return band + ((offset - band) * (maxTop - 2 * band)) / (maxOffset - 2 * band);
  }

  private toOffset(top: number): number {
    const { band, maxOffset, maxTop } = this;
    if (top <= band) {
      return top;
    }
    if (top >= maxTop - band) {
      return maxOffset - (maxTop - top);
    }
    return band + ((top - band) * (maxOffset - 2 * band)) / (maxTop - 2 * band);
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
