// How two answers differ, but for what belongs to a connection, to the moment, or to framing, which is each platform's own.
const ofPlatform = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'trailer', 'vary'])

export function comparable({ headers = {}, ...answer }) {
  const own = Object.entries(headers).filter(([name]) => !ofPlatform.has(name))
  return { ...answer, headers: Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** The parts of an answer that differ, each with what is expected and what came. */
export function differences(expected, actual) {
  const flat = ({ headers, ...answer }) => ({ ...headers, ...answer })
  const [wanted, got] = [flat(expected), flat(actual)]
  return [...new Set([...Object.keys(wanted), ...Object.keys(got)])]
    .filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(got[name]))
    .map((name) => `${name}: ${shown(wanted[name])} → ${shown(got[name])}`)
}

const shown = (value) => (value === undefined ? 'none' : JSON.stringify(String(value).slice(0, 300)))
