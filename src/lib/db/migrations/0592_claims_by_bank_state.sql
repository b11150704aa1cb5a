-- The list of purchases by their bank state (src/lib/purchases/filter/store.ts).
CREATE INDEX bank_claim_states_state ON bank_claim_states (company_id, state, purchase_id);
