import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef } from 'react'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CONTROL_CLASS } from '@/lib/site/ui/field'
import type { ImageUpload } from './use-image-uploads'

type ImageUploadRowProps = {
  upload: ImageUpload
  onWords: (words: string) => void
  onInsert: () => void
  onRemove: () => void
}

export function ImageUploadRow({ upload, onWords, onInsert, onRemove }: ImageUploadRowProps) {
  const { name, preview, words, address, fault, isWanted } = upload
  const t = useTranslations('routeForms')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-rule py-3">
      {fault === null && (
        // oxlint-disable-next-line nextjs/no-img-element -- It exists only in this browser.
        <img src={preview} alt="" className="size-16 bg-shade object-cover" />
      )}
      <div className="col-start-2 grid gap-2">
        {fault === null && (
          <>
            <label htmlFor={id} className="text-small wrap-anywhere">
              {t('image.words', { name })}
            </label>
            <input
              id={id}
              ref={input}
              value={words}
              maxLength={300}
              className={CONTROL_CLASS}
              onInput={(event) => event.stopPropagation()}
              onChange={(event) => onWords(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // Enter must not send the form.
                event.preventDefault()
                onInsert()
              }}
            />
          </>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className={fault === null ? 'text-small' : 'text-small text-refused wrap-anywhere'}>
            {statusOf(t, upload)}
          </p>
          {fault === null && (
            <Button onClick={onInsert} isBusy={isWanted && address === null}>
              {t('image.insert')}
            </Button>
          )}
          <Button onClick={onRemove}>{t(fault === null ? 'image.leaveOut' : 'image.dismiss')}</Button>
        </div>
      </div>
    </li>
  )
}

function statusOf(t: Translate<'routeForms'>, { name, percent, address, fault, isWanted }: ImageUpload): string {
  if (fault !== null) return t('image.notTaken', { name, fault })
  if (address !== null) return t('image.uploaded')
  if (percent < 100) return t(isWanted ? 'image.uploadingWanted' : 'image.uploading', { percent })
  return t(isWanted ? 'image.resizingWanted' : 'image.resizing')
}
