import { longestTimer } from '../option/check-whole.ts'

/** Milliseconds per unit of `grpc-timeout`, from hours to nanoseconds (gRPC over HTTP/2, section "Requests"). */
const units: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** Returns the deadline in milliseconds: the shorter time of the two headers. Missing, invalid and very long times are ignored. */
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
