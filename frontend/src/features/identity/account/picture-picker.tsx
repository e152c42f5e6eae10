// The user's picture: chosen or dropped, previewed, then uploaded.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { removePicture, uploadPicture } from '@/api/gen/identity/identity';
import type { CurrentUser } from '@/api/gen/model';
import { userMessage, isSignedOut } from '@/api/problem';
import { sessionQuery } from '@/shared/session/session';
import { Avatar } from '@/shared/ui/avatar';
import { Button } from '@/shared/ui/button';
import { showToast } from '@/shared/ui/toast/toast-store';
import styles from './account.module.css';
import { PICTURE_TYPES, pictureError } from './picture-rules';

interface Chosen {
  file: File;
  /** The file as a data URL, because the content security policy forbids `blob:`. */
  preview: string;
}

export function PicturePicker({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [over, setOver] = useState(false);

  const change = useMutation({
    mutationFn: (file: File | null) => (file === null ? removePicture() : uploadPicture(file)),
    onSuccess: (changed, file) => {
      queryClient.setQueryData(sessionQuery.queryKey, changed);
      setChosen(null);
      showToast({
        title: 'Success',
        description: file === null ? 'Your picture has been removed.' : 'Your picture has been changed.',
      });
    },
    onError: (failure, file) => {
      if (isSignedOut(failure)) return;
      const verb = file === null ? 'removed' : 'changed';
      setError(userMessage(failure, `Your picture could not be ${verb}. Please try again.`));
    },
  });

  const choose = async (file: File | undefined) => {
    if (file === undefined || change.isPending) return;
    const wrong = pictureError(file);
    setError(wrong ?? null);
    if (wrong !== undefined) return;
    try {
      setChosen({ file, preview: await dataUrl(file) });
    } catch {
      setError('This file could not be read. Please choose another one.');
    }
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (files.length > 1) setError('Please drop one picture only.');
    else void choose(files[0]);
  };

  return (
    <div
      className={styles.picture}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={onDrop}
    >
      {chosen === null ? (
        <Avatar names={[user.firstName, user.lastName]} imageUrl={user.profileImageUrl} size={88} />
      ) : (
        <img
          src={chosen.preview}
          alt="The picture you chose"
          className={styles.preview}
          onError={() => {
            setChosen(null);
            setError('This file cannot be shown as a picture. Please choose another one.');
          }}
        />
      )}
      <div className={styles.pictureWords}>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          aria-label="Picture file"
          hidden
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Choosing the same file again must trigger a change event.
            event.target.value = '';
          }}
        />
        <div className={styles.buttons}>
          {chosen === null ? (
            <>
              <Button
                size="sm"
                icon={<ImageUp aria-hidden size={16} />}
                disabled={change.isPending}
                onClick={() => input.current?.click()}
              >
                {user.profileImageUrl === undefined ? 'Choose a Picture' : 'Change Picture'}
              </Button>
              {user.profileImageUrl !== undefined && (
                <Button
                  size="sm"
                  variant="ghost"
                  busy={change.isPending}
                  onClick={() => {
                    setError(null);
                    change.mutate(null);
                  }}
                >
                  Remove
                </Button>
              )}
            </>
          ) : (
            <>
              <Button
                size="sm"
                variant="primary"
                busy={change.isPending}
                onClick={() => {
                  setError(null);
                  change.mutate(chosen.file);
                }}
              >
                Use This Picture
              </Button>
              <Button
                size="sm"
                variant="ghost"
                disabled={change.isPending}
                onClick={() => {
                  setChosen(null);
                  setError(null);
                }}
              >
                Cancel
              </Button>
            </>
          )}
        </div>
        {error === null ? (
          <p className={styles.hint}>PNG, JPG, GIF or WebP up to 2 MB. You can also drop it here.</p>
        ) : (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

async function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // `readAsDataURL` returns a string.
      resolve(reader.result as string);
    };
    reader.onerror = () => {
      reject(new Error('The file could not be read.'));
    };
    reader.readAsDataURL(file);
  });
}
