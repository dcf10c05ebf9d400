/** Parses Host field values (RFC 9110 §7.2, RFC 3986 §3.2.2 and §3.2.3). */
import { isIPv6 } from 'node:net'

// Refuses "@", "/", "?" and "#": another parser could read a different host. Also refuses ",", with which header objects join repeated fields.
const hostPattern = /^(?:\[[0-9A-Fa-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[0-9A-Fa-f]{2})*)(?::[0-9]{0,5})?$/
const portPattern = /:([0-9]+)$/

const highestPort = 65_535

export function isHost(value: string): boolean {
  if (!hostPattern.test(value) || Number(portOf(value)) > highestPort) return false
  return !value.startsWith('[') || isIPv6(hostnameOf(value).slice(1, -1))
}

export function hostnameOf(host: string): string {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':')
  return end === -1 ? host : host.slice(0, end)
}

export function portOf(host: string): number | null {
  const port = portPattern.exec(host)?.[1]
  return port === undefined ? null : Number(port)
}
