const LARGEST_NUMBER = 1_000_000_000_000

/** The prime factors of a whole number from 2, smallest first, repeated as often as they divide it. Null for any other. */
export function findFactors(number: number): number[] | null {
  if (!Number.isInteger(number) || number < 2 || number > LARGEST_NUMBER) return null
  const factors: number[] = []
  let rest = number
  for (let divisor = 2; divisor * divisor <= rest; divisor += divisor === 2 ? 1 : 2) {
    while (rest % divisor === 0) {
      factors.push(divisor)
      rest /= divisor
    }
  }
  return rest > 1 ? [...factors, rest] : factors
}
