-- The answer of a coordinator in the inbox of who asked. Its words are read from the question, so that they are erased with them.
alter table mail add column question_id bigint;
