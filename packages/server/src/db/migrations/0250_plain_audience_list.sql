-- The audience's list reads the calls themselves (docs/decisions/013-audience-list.md): nothing follows them in memory any more, so
-- no change has to be noted, and no order but load order has an index.
drop trigger call_changed on call;
drop function note_changed_call();
drop function note_all_calls(int);
drop table call_edit;
drop sequence call_edit_turn;

drop index call_change;
drop index call_registered;
drop index call_substate;
