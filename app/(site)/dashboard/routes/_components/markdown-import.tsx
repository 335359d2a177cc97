'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useId, useState } from 'react'
import { writeTexts } from '@/app/(site)/dashboard/_components/written-controls'
import { joinAtDivider } from '@/lib/base/markdown/free-part'
import type { Translate } from '@/lib/site/messages/translate'

/** Fills the form of an article from a Markdown file on the writer's machine. Fields that the file lacks stay. */
export function MarkdownImport({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const t = useTranslations('routeForms')
  const id = useId()
  const [outcome, setOutcome] = useState({ text: '', isFault: false })
  const open = async (file: File) => {
    const outcome = await fill(t, form.current, file)
    setOutcome(outcome)
  }
  return (
    <div className="grid gap-1">
      <p>
        <label
          htmlFor={id}
          className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4 has-focus-visible:outline-3 has-focus-visible:outline-accent"
        >
          {t('text.openMarkdown')}
          <input
            id={id}
            type="file"
            accept=".md,.markdown,.txt,text/markdown,text/plain"
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // Allows choosing the same file again, after it was changed.
              currentTarget.value = ''
              if (file) void open(file)
            }}
          />
        </label>
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
