import type { Messages } from '@/lib/messages/catalog'
import type { Language } from '@/lib/messages/languages'

const loaders: Record<Language, () => Promise<Messages['palette']>> = {
  en: async () => (await import('@/lib/messages/palette/en.json')).default,
  de: async () => (await import('@/lib/messages/palette/de.json')).default as Messages['palette'],
}

/** The texts of the palette, fetched with it: no page has to bring them along. */
export const loadPaletteTexts = (locale: string): Promise<Messages['palette']> =>
  loaders[locale.startsWith('de') ? 'de' : 'en']()
