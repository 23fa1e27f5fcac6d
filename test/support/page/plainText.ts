/** Texts with invisible characters that belong to words: joiners, variation selectors and soft hyphens. */
export const textsWithJoiners = [
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}",
  "\u{1f3f3}\ufe0f\u200d\u{1f308} \u2764\ufe0f\u200d\u{1f525}",
  "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
  "\u0995\u09cd\u200d\u09b7 \u0d9a\u0dca\u200d\u0dbb",
  "Auf\u200clage Donau\u00addampfschiff",
  "\u8fbb\u{e0100}",
];

/** Invisible characters that reorder or hide the text around them. */
export const invisible = Array.from(
  "\u061c\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e" +
    "\u2060\u2061\u2064\u2066\u2067\u2068\u2069\u206a\u206f\u3164\ufeff\uffa0\ufff9\ufffb" +
    "\u{e0001}\u{e0041}\u{e007f}\u{1d173}",
);
