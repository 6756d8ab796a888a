/** Counts what somebody does from the beginning of a task to its end. */
export class Person {
  #counts = { messages: 0, letters: 0, keys: 0, clicks: 0 };
  #begun = performance.now();

  typed(text) {
    this.#counts.letters += text.length;
  }

  sent(text) {
    this.#counts.messages += 1;
    this.#counts.letters += text.length;
    this.#counts.keys += 1;
  }

  pressed() {
    this.#counts.keys += 1;
  }

  clicked() {
    this.#counts.clicks += 1;
  }

  done(task) {
    return { task, ...this.#counts, seconds: (performance.now() - this.#begun) / 1_000 };
  }
}
