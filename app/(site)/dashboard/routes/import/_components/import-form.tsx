'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import type { Import } from '@/lib/shop/sellers/imports/import-posts'
import { Button } from '@/lib/site/ui/button'
import { DataTable } from '@/lib/site/ui/data-table'
import { SelectField, TextField } from '@/lib/site/ui/fields'
import { Notice } from '@/lib/site/ui/notice'
import { FILE_CLASS } from '../../_components/chosen-file'

type Post = Import['posts'][number]
type ImportAct = 'look' | 'draft' | 'live'
/** Which act is under way or done, how far it is, and why it broke off. */
type ImportState = { act: ImportAct; isBusy: boolean; total: number | null; posts: Post[]; refusal: string | null }

/** First it looks, and shows what would be made of each post; then the same export is sent again to make them. */
export function ImportForm() {
  const t = useTranslations('importPosts')
  const [run, setRun] = useState<ImportState | null>(null)
  async function send(form: HTMLFormElement, isLooking: boolean) {
    const fields = new FormData(form)
    const file = fields.get('export')
    const act = isLooking ? 'look' : (fields.get('state') as ImportAct) // By its options.
    const query = {
      act,
      dollars: String(fields.get('dollars')),
      origin: String(fields.get('origin')),
    }
    const begun: ImportState = { act, isBusy: true, total: null, posts: [], refusal: null }
    setRun(begun)
    await sendAll(file as File, query, (state) => setRun({ ...begun, ...state }))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter?.id !== 'make')
  }
  const isBusy = run?.isBusy ?? false
  const found = run?.act === 'look' && !isBusy ? run.posts.filter(({ outcome }) => outcome === 'new').length : 0
  return (
    <form onSubmit={onSubmit} onChange={() => !isBusy && setRun(null)} className="grid gap-6">
      <div className="grid max-w-measure gap-4">
        <div className="grid gap-2">
          <label htmlFor="export" className="font-strong">
            {t('file')}
          </label>
          <input id="export" name="export" type="file" accept=".json,.zip,.xml" required className={FILE_CLASS} />
        </div>
        <TextField id="dollars" name="dollars" label={t('price')} defaultValue="0.10" isFigures required />
        <SelectField
          id="state"
          name="state"
          label={t('state')}
          defaultValue="draft"
          options={(['draft', 'live'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        <TextField id="origin" name="origin" label={t('origin')} hint={t('originHint')} type="url" />
      </div>
      <p className="flex flex-wrap gap-4">
        <Button
          type="submit"
          id="look"
          variant={found > 0 ? 'plain' : 'primary'}
          isBusy={isBusy && run?.act === 'look'}
        >
          {t('look')}
        </Button>
        {found > 0 && (
          <Button type="submit" id="make" variant="primary">
            {t('make', { count: found })}
          </Button>
        )}
      </p>
      <p role="status" className="text-small text-quiet">
        {isBusy && t('progress', { done: run?.posts.length ?? 0, total: run?.total ?? 0 })}
      </p>
      {run?.refusal && (
        <Notice tone="refused" title={t('broken')} announce="assertive">
          <p>{run.refusal}</p>
        </Notice>
      )}
      {run && run.posts.length > 0 && <Posts posts={run.posts} />}
    </form>
  )
}

/** Sends the export until all its posts are done; each answer tells where to go on. */
async function sendAll(
  file: File,
  query: Record<string, string>,
  tell: (state: Omit<ImportState, 'act'>) => void,
): Promise<void> {
  const posts: Post[] = []
  let [from, total]: [number | null, number | null] = [0, null]
  let refusal: string | null = null
  while (from !== null && refusal === null) {
    const search = new URLSearchParams({ ...query, from: String(from) })
    const answer = await fetch(`/api/dashboard/import?${search}`, { method: 'PUT', body: file }).catch(() => null)
    const said: unknown = await answer?.json().catch(() => null)
    if (answer?.ok) {
      const done = said as Import // Of our own route.
      posts.push(...done.posts)
      ;[from, total] = [done.next, done.total]
    } else refusal = (said as { detail?: string } | null)?.detail ?? ''
    tell({ isBusy: from !== null && refusal === null, total, posts: [...posts], refusal })
  }
}

function Posts({ posts }: { posts: Post[] }) {
  const t = useTranslations('importPosts')
  const noteOf = ({ outcome, refusal, hasOwnPaywall, leftOut, missingImages }: Post) =>
    [
      t(`outcomes.${outcome}`),
      refusal,
      outcome === 'present' || refusal ? null : t(hasOwnPaywall ? 'ownPaywall' : 'firstParagraph'),
      leftOut.length > 0 ? t('leftOut', { elements: leftOut.join(', ') }) : null,
      missingImages > 0 ? t('missingImages', { count: missingImages }) : null,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <DataTable
      caption={t('posts')}
      rows={posts}
      columns={[
        {
          title: t('post'),
          isPlain: true,
          cell: ({ title, path }) => (
            <>
              <span dir="auto">{title}</span>
              <span className="figures block text-small text-quiet">{path}</span>
            </>
          ),
        },
        { title: t('outcome'), isPlain: true, cell: noteOf },
      ]}
    />
  )
}
