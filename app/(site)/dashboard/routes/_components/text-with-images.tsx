'use client'

import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { type ClipboardEvent, type DragEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Divider } from '@/lib/base/markdown/free-part'
import { Button } from '@/lib/site/ui/button'
import { CONTROL_CLASS, Field } from '@/lib/site/ui/fields'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { FileChoice, sendImage } from '../../_components/file-choice'
import { useFieldTexts, useRouteForm } from './route-field'
import { headingOf } from './route-value'
import { lengthInWords, partsInWords, useDivider } from './text-length'

type ChosenImage = { key: number; file: File }

let lastKey = 0

/** The text of an article, which its seller may divide, or of what opens by sign-in. */
export function TextWithImages() {
  const all = useTranslations('routeForms')
  const t = useTranslations('routeForms.text')
  const label = useFieldTexts()('body') ?? ''
  const { kind, texts } = useRouteForm()
  const [text, setText] = useState(texts.body?.[0] ?? '')
  const canDivide = kind === 'article'
  const divider = useDivider(canDivide ? text : '')
  const length = canDivide ? partsInWords(all, text, divider) : lengthInWords(all, text)
  const area = useRef<HTMLTextAreaElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [images, setImages] = useState<ChosenImage[]>([])
  const add = (files: File[]) =>
    setImages((before) => [...before, ...files.map((file) => ({ key: (lastKey += 1), file }))])
  const remove = (key: number) => setImages((before) => before.filter((each) => each.key !== key))
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    if (!files || files.length === 0) return
    event.preventDefault()
    add([...files])
  }
  return (
    <Field id="body" label={label} hint={t('hint', { length })} isLabelHeard>
      {(control) => (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <FileChoice
              label={t('addImages')}
              isLink
              multiple
              accept="image/jpeg,image/png,image/webp,image/gif"
              onChoose={add}
            />
            {canDivide && (
              <Button
                onClick={() => {
                  if (!area.current) return
                  putDivider(area.current, divider)
                  area.current.focus()
                }}
              >
                {t('paywallHere')}
              </Button>
            )}
          </div>
          <div className="relative grid">
            <DrawnDivider {...{ text, divider }} />
            <textarea
              {...control}
              ref={area}
              name="body"
              rows={14}
              required
              placeholder={label}
              defaultValue={texts.body?.[0]}
              className={clsx(TEXT_CLASS, 'relative bg-transparent', isOver && 'outline-3 outline-accent')}
              onInput={({ currentTarget: { value, form } }) => {
                setText(value)
                // It gives the text its title, and so mends the fault of an empty one.
                const title = headingOf(value) && form?.querySelector('[name=title]')
                title?.dispatchEvent(new Event('input', { bubbles: true }))
              }}
              onPaste={(event) => {
                // Content that is also text, such as from a word processor, is pasted as text.
                if (!event.clipboardData.types.includes('text/plain')) take(event, event.clipboardData.files)
              }}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes('Files')) return
                event.preventDefault()
                setIsOver(true)
              }}
              onDragLeave={() => setIsOver(false)}
              onDrop={(event) => {
                setIsOver(false)
                take(event, event.dataTransfer.files)
              }}
            />
          </div>
          {images.length > 0 && (
            <ul aria-label={t('toInsert')} className="grid">
              {images.map(({ key, file }) => (
                <ImageUploadRow
                  key={key}
                  file={file}
                  insert={(paragraph) => {
                    if (area.current) insertParagraph(area.current, paragraph)
                    remove(key)
                    if (images.length === 1) area.current?.focus()
                  }}
                  remove={() => {
                    remove(key)
                    area.current?.focus()
                  }}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

/** The same in the text and behind it, so that a line stands in the same place in both. */
const TEXT_CLASS =
  'col-start-1 row-start-1 w-full resize-none border-t border-rule py-4 font-serif text-reading leading-[1.6667] text-ink ' +
  'placeholder:text-quiet aria-invalid:border-refused'

/** Behind the text: the line at which the paid part begins, and the height that the text needs. */
function DrawnDivider({ text, divider }: { text: string; divider: Divider | null | undefined }) {
  const t = useTranslations('routeForms.text')
  return (
    <div aria-hidden className={clsx(TEXT_CLASS, 'pointer-events-none min-h-80 wrap-anywhere whitespace-pre-wrap')}>
      <span className="invisible">{text.slice(0, divider?.start)}</span>
      {divider && (
        <>
          <span className="flex h-[1.6667em] items-center gap-3 ps-36 font-sans text-small font-strong">
            <span className="h-0.5 grow bg-ink" />
            <TollBar isLifted={false} />
            <span className="whitespace-nowrap max-sm:hidden">{t('fromHere')}</span>
          </span>
          <span className="invisible">{text.slice(divider.end)}</span>
        </>
      )}
      {'\n'}
    </div>
  )
}

/** Shows the file in the image, until React lets go of it. */
function preview(image: HTMLImageElement | null, file: File) {
  const shown = URL.createObjectURL(file)
  if (image) image.src = shown
  return () => URL.revokeObjectURL(shown)
}

type ImageUploadRowProps = { file: File; insert: (paragraph: string) => void; remove: () => void }

/** An image, uploaded after those before it, and put into the text once it is described and the server has it. */
function ImageUploadRow({ file, insert, remove }: ImageUploadRowProps) {
  const { name } = file
  const t = useTranslations('routeForms')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const showFile = useCallback((image: HTMLImageElement | null) => preview(image, file), [file])
  const [percent, setPercent] = useState(0)
  const [isInserting, setInserting] = useState(false)
  const upload = useRef<ReturnType<typeof sendImage>>(null)
  const { mutateAsync, data: sent } = useMutation({
    mutationFn: () => sendImage(t, file, setPercent),
    scope: { id: 'images' },
  })
  useEffect(() => {
    input.current?.focus()
    upload.current = mutateAsync()
  }, [mutateAsync])
  if (sent?.ok === false) {
    return (
      <li className="flex flex-wrap items-center gap-3 border-t border-rule py-3">
        <p role="status" className="text-small text-refused wrap-anywhere">
          {t('image.notTaken', { name, fault: sent.message })}
        </p>
        <Button onClick={remove}>{t('image.dismiss')}</Button>
      </li>
    )
  }
  /** Once it is sent, also where that was pressed before; of several presses the first counts. */
  const insertIt = async () => {
    const sending = upload.current
    upload.current = null
    setInserting(true)
    const image = await sending
    if (image?.ok && input.current) insert(imageInMarkdown(input.current.value, image.address))
  }
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-rule py-3">
      {/* oxlint-disable-next-line nextjs/no-img-element -- It exists only in this browser. */}
      <img ref={showFile} alt="" className="size-16 bg-shade object-cover" />
      <div className="grid gap-2">
        <label htmlFor={id} className="text-small wrap-anywhere">
          {t('image.words', { name })}
        </label>
        <input
          id={id}
          ref={input}
          maxLength={300}
          className={CONTROL_CLASS}
          onInput={(event) => event.stopPropagation()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter must not send the form.
            event.preventDefault()
            void insertIt()
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-small">
            {sent ? t('image.uploaded') : percent < 100 ? t('image.uploading', { percent }) : t('image.resizing')}
          </p>
          <Button isBusy={isInserting} onClick={() => void insertIt()}>
            {t('image.insert')}
          </Button>
          <Button onClick={remove}>{t('image.leaveOut')}</Button>
        </div>
      </div>
    </li>
  )
}

/** Inserts a separate paragraph at the cursor of a text area, as if it were typed. */
function insertParagraph(area: HTMLTextAreaElement, paragraph: string): void {
  const [before, after] = [area.value.slice(0, area.selectionStart), area.value.slice(area.selectionEnd)]
  const above = before.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - trailing(before)))
  const below = after.trim() === '' ? '\n\n' : '\n'.repeat(Math.max(0, 2 - leading(after)))
  area.setRangeText(`${above}${paragraph}${below}`, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Puts the divider at the cursor; one that is there already moves to it. */
function putDivider(area: HTMLTextAreaElement, divider: Divider | null | undefined): void {
  area.setSelectionRange(area.selectionEnd, area.selectionEnd)
  if (divider) area.setRangeText('', divider.start, divider.end + (area.value[divider.end] === '\n' ? 1 : 0))
  insertParagraph(area, '<!-- more -->')
}

const imageInMarkdown = (words: string, address: string): string =>
  `![${words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&')}](${address})`

const trailing = (text: string) => /\n*$/.exec(text)?.[0].length ?? 0
const leading = (text: string) => /^\n*/.exec(text)?.[0].length ?? 0
