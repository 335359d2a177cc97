'use client'

import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'

const ID = 'file'

let held: File | null = null

/** Holds the file that is chosen in a form as it is sent; no other of before. */
export function holdChosenFile(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>(`input#${ID}`)
  held = input?.files?.[0] ?? null
}

/** The file of the form that was sent last, once: the page of the new route uploads it. */
export function takeChosenFile(): File | null {
  const file = held
  held = null
  return file
}

export function ChosenFile({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const t = useTranslations('routeForms.file')
  return (
    <div className="grid gap-2">
      <label htmlFor={ID} className="font-strong">
        {t('choose')}
      </label>
      <input
        id={ID}
        type="file"
        className={FILE_CLASS}
        onChange={({ currentTarget: { files } }) => {
          const [file] = files ?? []
          const title = form.current?.elements.namedItem('title')
          if (!file || !(title instanceof HTMLInputElement) || title.value !== '') return
          title.value = file.name.replace(/\.[^.]*$/, '')
        }}
      />
    </div>
  )
}

export const FILE_CLASS =
  'min-h-11 max-w-full file:me-4 file:min-h-11 file:cursor-pointer file:rounded-[3px] file:border file:border-edge ' +
  'file:bg-sheet file:px-4 file:text-base file:text-ink'
