import type { Translation } from '@/lib/messages/catalog'
import type { palette } from '@/lib/messages/en/palette'
import type { Language } from '@/lib/messages/languages'

const loaders: Record<Language, () => Promise<Translation<typeof palette>>> = {
  en: async () => (await import('@/lib/messages/en/palette')).palette,
  de: async () => (await import('@/lib/messages/de/palette')).palette,
}

/** The texts of the palette, fetched with it: no page has to bring them along. */
export const loadPaletteTexts = (locale: string): Promise<Translation<typeof palette>> =>
  loaders[locale.startsWith('de') ? 'de' : 'en']()
