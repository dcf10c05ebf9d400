import { longestTimer } from '../option/check-whole.ts'

/** In milliseconds: the units of gRPC over HTTP/2 (section "Requests"), from hours to nanoseconds. */
const units: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** In milliseconds: returns how long a caller waits, the shorter time of two fields; `undefined` if none is given or it is infinite. */
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
