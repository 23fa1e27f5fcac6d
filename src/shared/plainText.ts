/**
 * Which characters of a text from the service are no text: one rule for the extension, which takes them out, and for the
 * page, which shows them by their names.
 */

/** C0 and C1 controls (line breaks and ANSI escapes among them), line separators. */
export const controls = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Characters that draw nothing, and reorder or hide what is around them: bidi marks, zero-width spaces, tags, fillers. Not
 * those that draw nothing but are a part of words and emoji: joiners, variation selectors, soft hyphens.
 */
export const hidden =
  /(?!\p{Variation_Selector}|[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200c\u200d])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
