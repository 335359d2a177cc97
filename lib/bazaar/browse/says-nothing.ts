/** Texts that templates and directories put where a seller wrote none, or that only repeat the terms. */
const NO_TEXTS = [
  /^(access to )?(protected|premium)\b[\w ]{0,24}$/i,
  /^added by scraper\b/i,
  /^payment (required|for demo)\b/i,
  /^\$?[\d.]+( USDC)?( on [\w-]+)?$/i,
  /^[\da-f-]{16,}$/i,
  / - x402 endpoint$/i,
  /\bcoming soon\b/i,
]
export const saysNothing = (description: string | null): boolean =>
  description === null || description.trim() === '' || NO_TEXTS.some((pattern) => pattern.test(description.trim()))
