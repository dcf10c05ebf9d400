import { espalier, events, Type } from 'espalier'

const schema = { response: { 200: events({ news: Type.Object({ title: Type.String() }) }) } }

export const createApp = (journal: readonly string[]) =>
  espalier().get('/news', { schema }, async function* ({ lastEventId }) {
    let place = Number(lastEventId ?? 0)
    for (const title of journal.slice(place)) yield { event: 'news', data: { title }, id: ++place }
  })
