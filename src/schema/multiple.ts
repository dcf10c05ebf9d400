/** Checks `multipleOf` for decimal numbers. In floating point, 19.99 / 0.01 is 1998.9999999999998, but 19.99 is a multiple of 0.01. */

/** Below this quotient, rounding errors are too small to hide a remainder. */
const exact = 2 ** 40

/** Compares the decimal texts of both numbers, as in JSON, for quotients with a rounding error. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value) || !(Math.abs(divisor) > 0)) return false
  const quotient = value / divisor
  if (Number.isInteger(quotient) && Math.abs(quotient) < exact) return true
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0
  if (Math.abs(quotient - Math.round(quotient)) > 1e-3 && Math.abs(quotient) < exact) return false
  const [a, b] = [toDecimal(value), toDecimal(divisor)]
  const scale = Math.max(a.scale, b.scale)
  return (a.digits * 10n ** BigInt(scale - a.scale)) % (b.digits * 10n ** BigInt(scale - b.scale)) === 0n
}

/** `scale` is the number of digits after the decimal point. */
function toDecimal(value: number): { digits: bigint; scale: number } {
  const [mantissa = '', exponent] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent ?? 0)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}
