import { useRef, useState } from 'react';
import { formatBytes } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import { fileTooLarge } from '@/lib/core/upload-size.ts';
import { usePreview } from '../media/usePreview.ts';
import { IconButton } from './Button.tsx';
import { FieldFrame, type FieldTexts, useFieldIds } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { useFileDrop } from './useFileDrop.ts';

export interface FileFieldProps extends FieldTexts {
  file: File | null;
  onFile: (file: File | null) => void;
  /** As the attribute: 'image/*,.pdf,.doc,.docx'. */
  accept: string;
  /** Text under the field, as 'JPG, PNG, PDF or Word, up to 5 MB'. */
  accepted?: string;
  /** Bytes; a larger file is refused here with a sentence. */
  maxBytes?: number;
  /** Phones also get a button that opens the camera. */
  camera?: boolean;
  /** 0 to 1 while it is being sent; null otherwise. */
  progress?: number | null;
  name?: string;
  id?: string;
  disabled?: boolean;
}

function sizeProblem({ size }: File, maxBytes = Number.POSITIVE_INFINITY): string | undefined {
  if (size <= maxBytes) return undefined;
  return fileTooLarge(size, maxBytes);
}

/** A file by drop, choice or camera, with its picture, how far it is sent, and a way to take it back. */
export function FileField({
  label,
  hint,
  error,
  required,
  file,
  onFile,
  accept,
  accepted,
  maxBytes,
  camera = true,
  progress = null,
  name,
  id,
  disabled = false,
}: FileFieldProps) {
  const [problem, setProblem] = useState<string>();
  const shownError = problem ?? error;
  const shownHint = hint ?? accepted;
  const ids = useFieldIds({ hint: shownHint, error: shownError }, id);
  const input = useRef<HTMLInputElement>(null);

  function take(chosen: File | null | undefined): void {
    if (!chosen) return;
    const tooLarge = sizeProblem(chosen, maxBytes);
    setProblem(tooLarge);
    if (tooLarge === undefined) onFile(chosen);
  }

  const drop = useFileDrop((dropped) => !disabled && take(dropped));

  function remove(): void {
    setProblem(undefined);
    if (input.current) input.current.value = '';
    onFile(null);
    input.current?.focus();
  }

  return (
    <FieldFrame
      ids={ids}
      label={label}
      hint={shownHint}
      error={shownError}
      {...(required === undefined ? {} : { required })}
    >
      <div className="drop" data-filled={file ? true : undefined} {...drop}>
        <input
          ref={input}
          id={ids.id}
          name={name}
          className="drop-input"
          type="file"
          accept={accept}
          disabled={disabled}
          required={required === true && !file}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => take(event.target.files?.[0])}
        />
        {file ? (
          <ChosenFile file={file} progress={progress} disabled={disabled} onRemove={remove} />
        ) : (
          <NoFile inputId={ids.id} camera={camera} disabled={disabled} onFile={take} />
        )}
      </div>
    </FieldFrame>
  );
}

interface ChosenFileProps extends Required<Pick<FileFieldProps, 'progress' | 'disabled'>> {
  file: File;
  onRemove: () => void;
}

function ChosenFile({ file, progress, disabled, onRemove }: ChosenFileProps) {
  const preview = usePreview(file);
  return (
    <div className="drop-file">
      {preview ? (
        <img className="drop-preview" src={preview} alt="" />
      ) : (
        <span className="drop-preview">
          <Icon name="file" size={24} />
        </span>
      )}
      <span className="drop-name">
        <strong>{file.name}</strong>
        <span>{formatBytes(file.size)}</span>
        {progress !== null && (
          <progress className="bar" value={progress} max={1} aria-label={t('Sending {name}', { name: file.name })} />
        )}
      </span>
      {progress === null && (
        <IconButton
          icon="close"
          label={t('Remove {name}', { name: file.name })}
          onClick={onRemove}
          disabled={disabled}
        />
      )}
    </div>
  );
}

interface NoFileProps extends Required<Pick<FileFieldProps, 'camera' | 'disabled'>> {
  inputId: string;
  onFile: (file: File | undefined) => void;
}

function NoFile({ inputId, camera, disabled, onFile }: NoFileProps) {
  return (
    <div className="drop-empty">
      <Icon name="upload" size={24} />
      <span>
        <label className="drop-choose" htmlFor={inputId}>
          {t('Choose a file')}
        </label>
        <span className="drop-wide"> {t('or drop it here')}</span>
      </span>
      {camera && (
        <label className="drop-camera btn btn-secondary btn-sm">
          <span className="btn-face">
            <Icon name="camera" size={16} />
            {t('Take a photo')}
          </span>
          <input
            className="sr-only"
            type="file"
            accept="image/*"
            capture="environment"
            disabled={disabled}
            onChange={(event) => onFile(event.target.files?.[0])}
          />
        </label>
      )}
    </div>
  );
}
