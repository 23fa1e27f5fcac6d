/** One part of the output. */
export interface OutputSection {
  write(text: string): void;
  /** To be called once; nothing is written afterwards. */
  end(): void;
}

/**
 * Prints what is written side by side section by section: the oldest section that has not ended at once, the others when it is
 * their turn.
 */
export class OrderedOutput {
  private readonly sections: Section[] = [];

  constructor(private readonly print: (text: string) => void) {}

  addSection(): OutputSection {
    const section = new Section(() => this.flush());
    this.sections.push(section);
    return section;
  }

  private flush(): void {
    for (let first = this.sections[0]; first; first = this.sections[0]) {
      this.print(first.take());
      if (!first.ended) {
        return;
      }
      this.sections.shift();
    }
  }
}

class Section implements OutputSection {
  ended = false;
  private text = "";

  constructor(private readonly onChange: () => void) {}

  write(text: string): void {
    this.text += text;
    this.onChange();
  }

  end(): void {
    this.ended = true;
    this.onChange();
  }

  /** What was written since the last call. */
  take(): string {
    const { text } = this;
    this.text = "";
    return text;
  }
}
