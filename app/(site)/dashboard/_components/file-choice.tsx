import { useId } from 'react'
import { buttonClass } from '@/lib/ui/button-class'

type FileChoiceProps = {
  label: string
  isFolder?: boolean
  isSingle?: boolean
  isBusy: boolean
  onChoose: (files: File[]) => void
}

/** A button that opens the machine's own choice of files, or of a folder with all that is in it. */
export function FileChoice({ label, isFolder = false, isSingle = false, isBusy, onChoose }: FileChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={buttonClass(
        'plain',
        'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-accent has-disabled:cursor-default',
      )}
    >
      {label}
      <input
        id={id}
        type="file"
        multiple={!isSingle}
        {...(isFolder && { webkitdirectory: '' })}
        disabled={isBusy}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same folder can be chosen again, after it was changed.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}
