import { useEffect, useRef, useState } from 'react';
import { SEARCH_LENGTH_MAX } from '@/lib/core/bounds.ts';
import { t } from '@/lib/core/texts.ts';
import { Icon } from './Icon.tsx';

export const SEARCH_DEBOUNCE_MS = 1000;

export interface SearchBoxProps {
  label: string;
  placeholder?: string;
  /** The search that is in force. */
  value: string;
  /** Called one second after the last key, immediately on Enter and on clear. */
  onSearch: (text: string) => void;
  /** The answer is awaited: a quiet mark. */
  busy?: boolean;
  name?: string;
}

export function SearchBox({ label, placeholder, value, onSearch, busy = false, name = 'search' }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  search.current = onSearch;
  const inForce = useRef(value);

  useEffect(() => {
    if (value === inForce.current) return;
    inForce.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text.trim() === inForce.current) return;
    const timer = setTimeout(() => {
      inForce.current = text.trim();
      search.current(text.trim());
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  function now(next: string): void {
    setText(next);
    if (next.trim() === inForce.current) return;
    inForce.current = next.trim();
    search.current(next.trim());
  }

  return (
    <search className="control search">
      <Icon name="search" className="control-lead" />
      <input
        ref={input}
        className="control-input"
        type="search"
        name={name}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LENGTH_MAX}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') now(text);
          if (event.key === 'Escape' && text !== '') now('');
        }}
      />
      {(busy || text.trim() !== value) && <span className="spinner" aria-hidden="true" />}
      {text !== '' && (
        <button
          type="button"
          className="control-toggle"
          aria-label={t('Clear search')}
          onClick={() => {
            now('');
            input.current?.focus();
          }}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </search>
  );
}
