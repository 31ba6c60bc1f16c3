import { useRef, useState } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { TextArea } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";
import type { UserTurn } from "./conversation.ts";
import { MOST_IMAGE_BYTES, readImages } from "./images.ts";

export interface ComposerProps {
  readonly isRunning: boolean;
  readonly canSend: boolean;
  readonly onSend: (turn: UserTurn) => void;
  readonly onStop: () => void;
}

/** What is said next, to every model at once. */
export function Composer({ isRunning, canSend, onSend, onStop }: ComposerProps) {
  const t = useMessages("playground");
  const [text, setText] = useState("");
  const [images, setImages] = useState<readonly string[]>([]);
  const [isTooLarge, setTooLarge] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const canGo = canSend && !isRunning && (text.trim() !== "" || images.length > 0);
  const send = (): void => {
    if (!canGo) return;
    onSend({ role: "user", text, images });
    setText("");
    setImages([]);
  };
  const add = async (files: readonly File[]): Promise<void> => {
    const read = await readImages(files, images);
    setTooLarge(read === undefined);
    if (read) setImages(read);
  };
  return (
    <div className="sticky bottom-3 flex flex-col gap-2 rounded-lg border border-line bg-surface p-2 shadow-pop">
      {images.length > 0 && <Thumbnails images={images} onChange={setImages} />}
      {isTooLarge && (
        <p role="alert" className="text-xs text-bad">
          {t.tooLarge(MOST_IMAGE_BYTES / 1024 / 1024)}
        </p>
      )}
      <TextArea
        aria-label={t.message}
        placeholder={t.messageHint}
        rows={2}
        className="max-h-48 resize-none border-transparent hover:border-transparent"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length > 0) void add(files);
        }}
        onKeyDown={(event) => {
          // An Enter that ends the writing of a Chinese word is not an Enter to send.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="flex items-center justify-between gap-2">
        <IconButton icon="image" label={t.addImage} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          multiple
          hidden
          aria-label={t.addImage}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        {isRunning ? (
          <Button icon="square" onClick={onStop}>
            {t.stop}
          </Button>
        ) : (
          <Button kind="primary" icon="send" disabled={!canGo} onClick={send}>
            {t.send}
          </Button>
        )}
      </div>
    </div>
  );
}

function Thumbnails({
  images,
  onChange,
}: {
  readonly images: readonly string[];
  readonly onChange: (images: readonly string[]) => void;
}) {
  const t = useMessages("playground");
  return (
    <ul className="flex flex-wrap gap-2">
      {images.map((image, index) => (
        <li key={image} className="relative">
          <img src={image} alt={t.image(index + 1)} className="size-16 rounded-md object-cover" />
          <IconButton
            size="sm"
            icon="x"
            kind="secondary"
            label={t.removeImage(index + 1)}
            className="absolute -top-1.5 -right-1.5 size-6!"
            onClick={() => onChange(images.filter((_, other) => other !== index))}
          />
        </li>
      ))}
    </ul>
  );
}
