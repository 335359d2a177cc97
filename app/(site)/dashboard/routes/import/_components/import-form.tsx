'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { FileField, sendFile } from '@/app/(site)/dashboard/_components/file-choice'
import { emptyForm, type FormState, refusedForm, textIn } from '@/app/(site)/dashboard/_server/form-state'
import type { Import } from '@/lib/shop/sellers/imports/import-posts'
import { DataTable } from '@/lib/site/ui/data-table'
import { SelectField, TextField } from '@/lib/site/ui/fields'

type Post = Import['posts'][number]
/** The posts so far of all that the export has; `found` are those to make, once it has only looked. */
type ImportRun = Pick<Import, 'posts' | 'total' | 'unread'> & { found: number }

/** First it looks, and shows what would be made of each post; then the same export is sent again to make them. */
export function ImportForm() {
  const t = useTranslations('importPosts')
  const [run, setRun] = useState<ImportRun | null>(null)
  const found = run?.found ?? 0
  /** Sends the export until all its posts are done; each answer tells where to go on. */
  async function send(_state: FormState, form: FormData): Promise<FormState> {
    const isLooking = form.get('does') !== 'make'
    const act = isLooking ? 'look' : textIn(form, 'state')
    const query = { act, dollars: textIn(form, 'dollars'), origin: textIn(form, 'origin') }
    const posts: Post[] = []
    setRun({ posts, total: 0, unread: [], found: 0 })
    for (let from: number | null = 0; from !== null; ) {
      const search = new URLSearchParams({ ...query, from: String(from) })
      const file = form.get('export') as File // By its control.
      const sent = await sendFile<Import>(['PUT', `/api/dashboard/import?${search}`], file)
      if (!sent.ok) return refusedForm(form, { message: [t('broken'), sent.message].join(' ').trim(), fields: {} })
      posts.push(...sent.answer.posts)
      setRun({ ...sent.answer, posts: [...posts], found: 0 })
      from = sent.answer.next
    }
    if (!isLooking) return emptyForm
    const fresh = posts.filter(({ outcome }) => outcome === 'new').length
    setRun((before) => before && { ...before, found: fresh })
    return { ...emptyForm, isKept: true }
  }
  return (
    <Form
      action={send}
      label={t('look')}
      variant={found > 0 ? 'plain' : 'primary'}
      {...(found > 0 && {
        also: { name: 'does', value: 'make', label: t('make', { count: found }), variant: 'primary' },
      })}
      after={() =>
        run && (
          <>
            <p role="status" className="text-small text-quiet">
              {t('progress', { done: run.posts.length, total: run.total })}
            </p>
            {run.unread.length > 0 && <p>{t('unread', { files: run.unread.join(', ') })}</p>}
            {run.posts.length > 0 && <Posts posts={run.posts} />}
          </>
        )
      }
      className="grid gap-6"
    >
      <div onChange={() => setRun(null)} className="grid max-w-measure gap-4">
        <FileField id="export" name="export" label={t('file')} accept=".json,.zip,.xml" required />
        <TextField name="dollars" label={t('price')} defaultValue="0.10" isFigures required />
        <SelectField
          name="state"
          label={t('state')}
          defaultValue="draft"
          options={(['draft', 'live'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        <TextField name="origin" label={t('origin')} hint={t('originHint')} type="url" />
      </div>
    </Form>
  )
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
