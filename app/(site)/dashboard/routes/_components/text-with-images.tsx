'use client'

import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '@/lib/site/ui/button'
import { CONTROL_CLASS, Field } from '@/lib/site/ui/field'
import { ImageUploadRow } from './image-upload-row'
import { putDivider } from './insert-text'
import { useFieldTexts } from './route-field'
import { useImageUploads } from './use-image-uploads'

type TextWithImagesProps = {
  hint: ReactNode
  error: string | undefined
  defaultValue: string | undefined
  /** Whether a part of it can be free. */
  canDivide: boolean
}

/** An article's text: images are added by a button, pasted or dropped; a divider ends the free part. */
export function TextWithImages({ hint, error, defaultValue, canDivide }: TextWithImagesProps) {
  const t = useTranslations('routeForms.text')
  const textAt = useFieldTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const fileId = useId()
  const [isOver, setIsOver] = useState(false)
  const { uploads, add, change, drop, insert } = useImageUploads(area)
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    if (!files || files.length === 0) return
    event.preventDefault()
    add([...files])
  }
  return (
    <Field id="body" label={textAt('body') ?? ''} hint={hint} {...(error !== undefined && { error })}>
      {(control) => (
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-3">
            <label
              htmlFor={fileId}
              className="inline-flex min-h-11 cursor-pointer items-center rounded-[3px] border border-edge px-5 py-2 font-strong hover:border-ink has-focus-visible:outline-3 has-focus-visible:outline-accent"
            >
              {t('addImages')}
              <input
                id={fileId}
                type="file"
                multiple
                accept="image/jpeg,image/png,image/webp,image/gif"
                className="sr-only"
                onChange={({ currentTarget }) => {
                  add([...(currentTarget.files ?? [])])
                  // Allows choosing the same file again.
                  currentTarget.value = ''
                }}
              />
            </label>
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
          <textarea
            {...control}
            ref={area}
            name="body"
            rows={18}
            required
            defaultValue={defaultValue}
            className={clsx(CONTROL_CLASS, isOver && 'outline-3 outline-accent')}
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
