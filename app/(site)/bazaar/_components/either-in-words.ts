import type { BazaarTexts } from './facts-in-words'

/** "Base or Solana"; nothing for none. */
export const eitherInWords = (t: BazaarTexts, choices: string[]): string =>
  choices.length === 0 ? '' : choices.reduce((one, other) => t('either', { one, other }))
