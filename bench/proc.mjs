// The CPU time of processes that are not asked themselves, as Linux tells it in hundredths of a second.
import { readFileSync } from 'node:fs'

const tick = 10_000

/** User and system time of a process, all its threads, in microseconds. */
export function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name stands in parentheses and may hold anything; the fields behind it begin with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tick
}
