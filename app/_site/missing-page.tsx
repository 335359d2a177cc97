import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { answerNotFound } from '@/lib/base/http/page-answer'
import { NoSuchPage } from './no-such-page'

/**
 * The page for a missing thing: the whole text with status 404, for readers without scripts and for crawlers too.
 * Next.js's `notFound()` sends an empty document, which scripts fill.
 */
export async function MissingPage() {
  answerNotFound(await headers())
  return <NoSuchPage />
}

export async function missingMetadata(): Promise<Metadata> {
  const t = await getTranslations('site.noSuchPage')
  return { title: t('title'), robots: { index: false } }
}
