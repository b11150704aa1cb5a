import { useId, useRef } from 'react';
import { t } from '@/lib/core/texts.ts';
import { acceptPictures, heicRefused } from '@/lib/media/calls.ts';
import { isHeic } from '../media/scale.ts';
import { usePreview } from '../media/usePreview.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

export interface AvatarFieldProps {
  name: string;
  imageUrl: string | null;
  file: File | null;
  onFile: (file: File | null) => void;
  /** 0 to 1 while it is being sent; null otherwise. */
  progress: number | null;
  error?: string | undefined;
  onError: (text: string) => void;
}

export const NOT_A_PICTURE = 'Please choose a picture: JPG, PNG, WebP or GIF.';

/** The profile picture, with the chosen one shown before it is saved. */
export function AvatarField({ name, imageUrl, file, onFile, progress, error, onError }: AvatarFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreview(file);

  function take(chosen: File | undefined): void {
    if (!chosen) return;
    if (acceptPictures.split(',').includes(chosen.type)) onFile(chosen);
    else {
      if (input.current) input.current.value = '';
      onError(t(isHeic(chosen) ? heicRefused : NOT_A_PICTURE));
    }
  }

  function undo(): void {
    if (input.current) input.current.value = '';
    onFile(null);
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar name={name} imageUrl={preview ?? imageUrl} size="lg" />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <label
            className={`${buttonClass('secondary', 'sm')} has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand`}
          >
            <span className="btn-face">
              <Icon name="camera" size={16} />
              {imageUrl || file ? t('Change picture') : t('Add picture')}
            </span>
            <input
              ref={input}
              className="sr-only"
              type="file"
              accept={acceptPictures}
              aria-label={t('Profile picture')}
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-hint`}
              disabled={progress !== null}
              onChange={(event) => take(event.target.files?.[0])}
            />
          </label>
          {file && progress === null && (
            <Button look="quiet" size="sm" onClick={undo}>
              {t('Undo')}
            </Button>
          )}
        </div>
        {progress !== null && (
          <progress className="bar" value={progress} max={1} aria-label={t('Sending the profile picture')} />
        )}
        <p id={`${id}-hint`} className={error ? 'field-error' : 'field-hint'}>
          {error ?? (file ? t('Preview. Save to keep it.') : t('JPG, PNG, WebP or GIF, up to 5 MB.'))}
        </p>
      </div>
    </div>
  );
}
