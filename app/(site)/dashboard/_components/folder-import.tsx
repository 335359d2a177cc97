'use client'

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
  const [plan, setPlan] = useState<FolderPlan | null>(null)
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const [isSending, setIsSending] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const sent = useRef<SentImages>(new Map())

  const choose = async (files: File[]) => {
    const { planFolder } = await import('./plan-folder')
    setPlan(await planFolder(files))
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
      ...(isPriceAsked && terms.dollars === '' && { 'price.dollars': 'Some texts name no price. Write one for them.' }),
      ...(terms.networks.length === 0 && { 'price.networks': 'Choose one network at least.' }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const tell = (file: string, step: Progress) => setProgress((before) => new Map(before).set(file, step))
    const { sendArticle } = await import('./send-folder')
    setIsSending(true)
    for (const article of left) {
      const onImage = (at: number) =>
        tell(article.file, { kind: 'sending', words: `Sending image ${at} of ${article.images.length} …` })
      tell(article.file, { kind: 'sending', words: 'Saving …' })
      const outcome = await sendArticle(article, terms, { sent: sent.current, onImage })
      tell(article.file, outcome.ok ? { kind: 'made', ...outcome } : { kind: 'fault', words: outcome.message })
    }
    setIsSending(false)
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-6">
      <div className="flex flex-wrap gap-3">
        <FileChoice label="Choose a folder" isFolder isBusy={isSending} onChoose={(files) => void choose(files)} />
        <FileChoice label="Choose files" isBusy={isSending} onChoose={(files) => void choose(files)} />
      </div>
      {plan && articles.length + plan.refused.length === 0 && (
        <p role="status">There is no Markdown file among them: their names end with .md or .markdown.</p>
      )}
      {articles.length > 0 && (
        <ul aria-label="Texts" className="grid border-b border-rule">
          {articles.map((article) => (
            <ArticleRow key={article.file} article={article} progress={progress.get(article.file)} />
          ))}
        </ul>
      )}
      {plan && plan.refused.length > 0 && <RefusedTexts refused={plan.refused} />}
      {left.length > 0 && (
        <>
          {isPriceAsked && (
            <PriceField
              label="Price where a text names none, in dollars"
              isMetered={false}
              typed={undefined}
              error={faults['price.dollars']}
            />
          )}
          {isNetworkAsked && (
            <NetworkFields kind="article" networks={networks} route={null} reader={readerOf(faults)} />
          )}
          <CheckboxField id="state" name="state" value="live" label="Sell them at once, not as drafts" />
          <p>
            <Button type="submit" variant="primary" isBusy={isSending}>
              Import {left.length === 1 ? 'one article' : `${left.length} articles`}
            </Button>
          </p>
        </>
      )}
      <p role="status">
        {progress.size > 0 && `${articles.length - left.length} of ${articles.length} are imported. `}
        {isSending && 'Stay on this page until the others are.'}
        {!isSending && left.length < articles.length && <Link href="/dashboard/routes">See your routes</Link>}
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
