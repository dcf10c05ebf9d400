import { longestTimer } from '../option/check-whole.ts'

/** In milliseconds: the units of the header `grpc-timeout`, from hours to nanoseconds (gRPC over HTTP/2, section "Requests"). */
const units: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/**
 * Returns in milliseconds how long the caller waits. If both headers are valid, the shorter time counts. `undefined` if both are missing, invalid or
 * very long.
 */
export function readDeadline(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
): number | undefined {
  const { 'x-envoy-expected-rq-timeout-ms': envoy, 'grpc-timeout': grpc } = headers
  const [, value, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(`${grpc}`) ?? []
  const times = [
    /^\d{1,10}$/.test(`${envoy}`) ? Number(envoy) : 0,
    value === undefined ? 0 : Math.ceil(Number(value) * (units[unit] ?? 0))
  ].filter((time) => time >= 1 && time <= longestTimer)
  return times.length === 0 ? undefined : Math.min(...times)
}
