/** The events of a topic in their order, from the tables: `{ id, key }`. */
export async function keptIn(pool, topic) {
  const text = `select t.epoch || '-' || e.n as id, (e.data->>'writer') || '-' || (e.data->>'n') as key
    from espalier_events e join espalier_topics t using (topic) where topic = $1 order by e.n`
  return (await pool.query(text, [`counted/${topic}`])).rows
}
