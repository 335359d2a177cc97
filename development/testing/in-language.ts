import { NextIntlClientProvider } from 'next-intl'
import { createElement, type ReactElement } from 'react'
import { catalogs } from '@/lib/site/messages/catalog'
import { type Language, localeOf } from '@/lib/site/messages/languages'

/** An element with the texts of a language around it, as the site's frame gives them to its pages. */
export const inLanguage = (element: ReactElement, language: Language = 'en'): ReactElement =>
  createElement(NextIntlClientProvider, {
    locale: localeOf[language],
    messages: catalogs[language],
    timeZone: 'UTC',
    children: element,
  })
