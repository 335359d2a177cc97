'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/lib/ui/button'
import { CheckboxField } from '@/lib/ui/checkbox-field'
import { Link } from '@/lib/ui/link'
import { FileChoice } from './file-choice'
import { ArticleRow, type Progress, RefusedTexts } from './folder-rows'
import { offeredOf } from './network-choices'
import type { FolderPlan } from './plan-folder'
import { PriceField } from './price-field'
import { hasOneNetwork, NetworkFields } from './price-fields'
import type { FormNetwork, FormReader } from './route-form'
import type { SentImages } from './send-folder'

/** Makes articles from Markdown files on the writer's machine, one after another; what failed can be tried again. */
export function FolderImport({ networks }: { networks: FormNetwork[] }) {
  const t = useTranslations('folderImport')
  const words = useTranslations('routeForms')
  const [plan, setPlan] = useState<FolderPlan | null>(null)
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const [isSending, setIsSending] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const sent = useRef<SentImages>(new Map())

  const choose = async (files: File[]) => {
    const { planFolder } = await import('./plan-folder')
    setPlan(await planFolder(t, files))
    setProgress(new Map())
    sent.current = new Map()
  }
  const articles = plan?.articles ?? []
  const left = articles.filter(({ file }) => progress.get(file)?.kind !== 'made')
  const isPriceAsked = articles.some(({ price }) => price === '')
  const isNetworkAsked = !hasOneNetwork({ kind: 'article', networks, route: null })

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const offered = offeredOf('article', networks, ['exact']).map(({ id }) => id)
    const terms = {
      dollars: String(form.get('price.dollars') ?? '').trim(),
      networks: isNetworkAsked ? form.getAll('price.networks').map(String) : offered,
      isSoldAtOnce: form.get('state') === 'live',
    }
    const found: Faults = {
      ...(isPriceAsked && terms.dollars === '' && { 'price.dollars': t('noPrice') }),
      ...(terms.networks.length === 0 && { 'price.networks': t('noNetwork') }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const tell = (file: string, step: Progress) => setProgress((before) => new Map(before).set(file, step))
    const { sendArticle } = await import('./send-folder')
    setIsSending(true)
    for (const article of left) {
      const onImage = (at: number) =>
        tell(article.file, { kind: 'sending', words: t('sendingImage', { number: at, count: article.images.length }) })
      tell(article.file, { kind: 'sending', words: t('saving') })
      const outcome = await sendArticle({ t, words }, article, terms, { sent: sent.current, onImage })
      tell(article.file, outcome.ok ? { kind: 'made', ...outcome } : { kind: 'fault', words: outcome.message })
    }
    setIsSending(false)
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-6">
      <div className="flex flex-wrap gap-3">
        <FileChoice label={t('chooseFolder')} isFolder isBusy={isSending} onChoose={(files) => void choose(files)} />
        <FileChoice label={t('chooseFiles')} isBusy={isSending} onChoose={(files) => void choose(files)} />
      </div>
      {plan && articles.length + plan.refused.length === 0 && <p role="status">{t('noText')}</p>}
      {articles.length > 0 && (
        <ul aria-label={t('texts')} className="grid border-b border-rule">
          {articles.map((article) => (
            <ArticleRow key={article.file} article={article} progress={progress.get(article.file)} />
          ))}
        </ul>
      )}
      {plan && plan.refused.length > 0 && <RefusedTexts refused={plan.refused} />}
      {left.length > 0 && (
        <>
          {isPriceAsked && (
            <PriceField label={t('price')} isMetered={false} typed={undefined} error={faults['price.dollars']} />
          )}
          {isNetworkAsked && (
            <NetworkFields kind="article" networks={networks} route={null} reader={readerOf(faults)} />
          )}
          <CheckboxField id="state" name="state" value="live" label={t('sellAtOnce')} />
          <p>
            <Button type="submit" variant="primary" isBusy={isSending}>
              {t('import', { count: left.length })}
            </Button>
          </p>
        </>
      )}
      <p role="status">
        {progress.size > 0 && t('progress', { done: articles.length - left.length, all: articles.length })}{' '}
        {isSending && t('stay')}
        {!isSending && left.length < articles.length && <Link href="/dashboard/routes">{t('seeRoutes')}</Link>}
      </p>
    </form>
  )
}

type Faults = Readonly<Record<string, string>>

const readerOf = (faults: Faults): FormReader => ({
  typed: (_name, stored) => stored,
  chosen: (_name, stored) => stored,
  error: (name) => faults[name],
  ownError: (name) => faults[name],
})
