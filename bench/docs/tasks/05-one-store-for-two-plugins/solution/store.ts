/** How often a store was opened and closed. */
export const counts = { opened: 0, closed: 0 }

export function openStore() {
  counts.opened++
  const titles = ['Emma', 'Orlando']
  return { titles, close: async () => void counts.closed++ }
}
