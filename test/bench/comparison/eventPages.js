/**
 * Reads all events of the service that the page's address names, and requests the next page before it passes one on. Served to
 * the compared viewers as it is.
 */
export async function* eventPages() {
  const service = new URLSearchParams(location.search).get("service");
  /** @param {string} cursor */
  const read = async (cursor) =>
    (await fetch(`${service}/v2/datasets/companydata/feed?cursor=${cursor}`)).json();
  for (let next = read("page-0"); next;) {
    const { events, next_cursor: cursor } = await next;
    next = cursor && read(cursor);
    yield events.map(rowOf);
  }
}

/** What the feed panel shows of an event; neither viewer shows the rest. */
function rowOf({ id, published_at, type, title, subhead, company, sector, event_data, confidence }) {
  return {
    id,
    published_at: Date.parse(published_at),
    type,
    title,
    subhead,
    company: company.name,
    sector,
    amount: event_data.amount ?? null,
    confidence,
  };
}
