'use client'

import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { FileChoice } from '@/app/(site)/dashboard/_components/file-choice'
import { dividerAt } from '@/lib/base/markdown/free-part'
import { Button } from '@/lib/site/ui/button'
import { Field } from '@/lib/site/ui/field'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { ImageUploadRow } from './image-upload-row'
import { putDivider } from './insert-text'
import { useFieldTexts } from './route-field'
import { useImageUploads } from './use-image-uploads'

type TextWithImagesProps = {
  hint: ReactNode
  error: string | undefined
  defaultValue: string | undefined
  text: string
  canDivide: boolean
}

export function TextWithImages({ hint, error, defaultValue, text, canDivide }: TextWithImagesProps) {
  const t = useTranslations('routeForms.text')
  const textAt = useFieldTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { uploads, add, change, drop, insert } = useImageUploads(area)
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    if (!files || files.length === 0) return
    event.preventDefault()
    add([...files])
  }
  return (
    <Field id="body" label={textAt('body') ?? ''} hint={hint} isLabelHeard {...(error !== undefined && { error })}>
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
                  putDivider(area.current)
                  area.current.focus()
                }}
              >
                {t('paywallHere')}
              </Button>
            )}
          </div>
          <div className="relative grid">
            <DrawnDivider text={canDivide ? text : ''} />
            <textarea
              {...control}
              ref={area}
              name="body"
              rows={14}
              required
              placeholder={textAt('body') ?? ''}
              defaultValue={defaultValue}
              className={clsx(TEXT_CLASS, 'relative bg-transparent', isOver && 'outline-3 outline-accent')}
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
          {uploads.length > 0 && (
            <ul aria-label={t('toInsert')} className="grid">
              {uploads.map((upload) => (
                <ImageUploadRow
                  key={upload.key}
                  upload={upload}
                  onWords={(words) => change(upload.key, { words })}
                  onInsert={() => insert(upload.key)}
                  onRemove={() => {
                    drop(upload.key)
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
function DrawnDivider({ text }: { text: string }) {
  const t = useTranslations('routeForms.text')
  const at = dividerAt(text)
  return (
    <div aria-hidden className={clsx(TEXT_CLASS, 'pointer-events-none min-h-80 wrap-anywhere whitespace-pre-wrap')}>
      <span className="invisible">{at === null ? text : text.slice(0, at)}</span>
      {at !== null && (
        <>
          <span className="flex h-[1.6667em] items-center gap-3 ps-36 font-sans text-small font-strong">
            <span className="h-0.5 grow bg-ink" />
            <TollBar isLifted={false} />
            <span className="whitespace-nowrap max-sm:hidden">{t('fromHere')}</span>
          </span>
          <span className="invisible">{text.slice(at).replace(/^.*/, '').slice(1)}</span>
        </>
      )}
      {'\n'}
    </div>
  )
}
