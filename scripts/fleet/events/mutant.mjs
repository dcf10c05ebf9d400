/** A log that breaks its law once: it loses, doubles or swaps one event, number 100 of each topic. The fleet has to find it. */
const mutations = {
  lose: (entries) => entries.filter(({ id }) => !id.endsWith('-100')),
  double: (entries) => entries.flatMap((entry) => (entry.id.endsWith('-100') ? [entry, entry] : [entry])),
  swap: (entries) => {
    const place = entries.findIndex(({ id }) => id.endsWith('-100'))
    if (place === -1) return entries
    const next = entries[place + 1]
    // It waits for the one behind it.
    return next === undefined ? entries.slice(0, place) : entries.with(place, next).with(place + 1, entries[place])
  }
}

export function mutate(log, name) {
  if (name === undefined || name === '') return log
  const mutation = mutations[name]
  if (mutation === undefined) throw new Error(`MUTANT is one of ${Object.keys(mutations).join(', ')}, not ${name}.`)
  return {
    append: log.append.bind(log),
    ends: log.ends.bind(log),
    wake: log.wake.bind(log),
    async read(...args) {
      const found = await log.read(...args)
      return found === 'trimmed' ? found : mutation(found)
    }
  }
}
