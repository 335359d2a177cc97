'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import { FileChoice } from '@/app/(site)/dashboard/_components/file-choice'
import { writeTexts } from '@/app/(site)/dashboard/_components/written-controls'
import { joinAtDivider } from '@/lib/base/markdown/free-part'
import type { Translate } from '@/lib/site/messages/translate'

/** Fills the form of an article from a Markdown file on the writer's machine. Fields that the file lacks stay. */
export function MarkdownImport({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const t = useTranslations('routeForms')
  const [outcome, setOutcome] = useState({ text: '', isFault: false })
  const open = async (file: File) => setOutcome(await fill(t, form.current, file))
  return (
    <div className="grid gap-1">
      <p>
        <FileChoice
          label={t('text.openMarkdown')}
          isLink
          accept=".md,.markdown,.txt,text/markdown,text/plain"
          onChoose={([file]) => file && void open(file)}
        />
      </p>
      <p role="status" className={outcome.isFault ? 'text-small text-refused' : 'text-small text-quiet'}>
        {outcome.text}
      </p>
    </div>
  )
}

async function fill(
  t: Translate<'routeForms'>,
  form: HTMLFormElement | null,
  file: File,
): Promise<{ text: string; isFault: boolean }> {
  const { readMarkdownFile, LARGEST_MARKDOWN_BYTES } = await import('./read-markdown-file')
  if (file.size > LARGEST_MARKDOWN_BYTES) return fault(t('markdown.tooLarge', { file: file.name }))
  try {
    const { title, teaser, body, price, path } = readMarkdownFile(await file.text(), file.name)
    const said = [
      { names: ['title'], text: title, words: t('markdown.parts.title') },
      {
        names: ['body'],
        text: joinAtDivider({ free: teaser, paid: body }),
        words: t(teaser === '' ? 'markdown.parts.text' : 'markdown.parts.freePart'),
      },
      { names: ['price.dollars', 'options.0.dollars'], text: price, words: t('markdown.parts.price') },
      { names: ['path'], text: path, words: t('markdown.parts.path') },
    ].filter(({ text }) => text !== '')
    const texts = said.flatMap(({ names, text }) => names.map((name) => [name, [text]]))
    if (form) writeTexts(form, Object.fromEntries(texts))
    const parts = said.map(({ words }) => words)
    return { text: t('markdown.taken', { file: file.name, parts: parts.join(', ') }), isFault: false }
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
    return fault(t('markdown.notYaml', { file: file.name, reason }))
  }
}

const fault = (text: string) => ({ text, isFault: true })
